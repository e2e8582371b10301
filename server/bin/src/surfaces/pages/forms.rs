//! Hosted forms as pages that need no script: what is posted here goes the same way as what scripts send, and is
//! answered by a page (shell §2 'Form drawer').

use std::collections::BTreeMap;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use fieldhouse_core::{
    brand::Site,
    content::{FormFieldKind, FormSubmissionDraft, FormView},
};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::{
        address::ClientAddress,
        extract::{ApiForm, ApiPath},
        problem,
    },
};

use crate::surfaces::{
    pages::{
        address::encode,
        fields::{Control, Field, Form},
        html::Document,
        missing,
    },
    preview::Seen,
};
use fieldhouse_shop::{env::SiteOf, limits::rate::Rated, state::AppState};

/// Paths of the forms.
pub const BELOW: &str = "/forms/";
/// The field no person sees.
const TRAP: &str = "website";

/// The pages of hosted forms: not calls.
pub fn router() -> Router<AppState> {
    Router::new().route("/forms/{slug}", get(show_page).post(send_page)).route("/forms/{slug}/sent", get(thank))
}

/// A form to be filled in
async fn show_page(SiteOf(site): SiteOf, seen: Seen, ApiPath(slug): ApiPath<String>) -> Result<Response, Failure> {
    match seen.contents.form(site, &slug) {
        Some(document) => Ok(Html(page(site, &document.form, &BTreeMap::new(), None)).into_response()),
        None => missing::told(Failure::not_found(), || nowhere(site)),
    }
}

/// Takes a filled-in form
async fn send_page(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    seen: Seen,
    address: ClientAddress,
    ApiPath(slug): ApiPath<String>,
    ApiForm(mut values): ApiForm,
) -> Result<Response, Failure> {
    let Some(document) = seen.contents.form(site, &slug) else {
        return missing::told(Failure::not_found(), || nowhere(site));
    };
    let website = values.remove(TRAP).unwrap_or_default();
    let draft = FormSubmissionDraft { values, website };
    let sent = async {
        state.admit(Rated::Form, address).await?;
        fieldhouse_shop::publishing::forms::submit(&state, site, &slug, &draft).await
    };
    match sent.await {
        Ok(()) => {
            let location = [BELOW, &encode(&slug), "/sent"].concat();
            Ok((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
        }
        Err(failure) if failure.kind == FailureKind::NotFound => missing::told(failure, || nowhere(site)),
        Err(failure) => {
            let page = page(site, &document.form, &draft.values, Some(&failure));
            Ok(problem::as_page(failure, page))
        }
    }
}

/// The form was sent
async fn thank(SiteOf(site): SiteOf, seen: Seen, ApiPath(slug): ApiPath<String>) -> Result<Response, Failure> {
    let Some(document) = seen.contents.form(site, &slug) else {
        return missing::told(Failure::not_found(), || nowhere(site));
    };
    let mut page = Document::new(site, &document.form.title);
    page.text("Thank you, we received your form submission!");
    page.link("/", "Return to home page");
    Ok(Html(page.finish()).into_response())
}

/// A form that is not there, or is no more.
fn nowhere(site: Site) -> Document {
    let mut page = Document::new(site, "We cannot find this form");
    page.link("/contact-us", "Contact us");
    page.link("/", "Return to home page");
    page
}

/// The form with what was entered, and what is wrong with it at each field.
fn page(site: Site, form: &FormView, values: &BTreeMap<String, String>, wrong: Option<&Failure>) -> String {
    let mut document = Document::new(site, &form.title);
    if !form.description.is_empty() {
        document.text(&form.description);
    }
    if !form.frame.is_empty() {
        document.link(&form.frame, &form.title);
        return document.finish();
    }
    let mut out = Form::new(&[BELOW, &encode(&form.slug)].concat());
    let errors = wrong.map(|failure| failure.errors.as_slice()).unwrap_or_default();
    if let Some(failure) = wrong {
        out.alert(&failure.summary());
    }
    for field in &form.fields {
        let error = errors.iter().find(|error| error.field == field.name);
        out.field(&Field {
            name: &field.name,
            label: &field.label,
            control: match field.kind {
                FormFieldKind::Text => Control::Line("text"),
                FormFieldKind::Email => Control::Line("email"),
                FormFieldKind::Tel => Control::Line("tel"),
                FormFieldKind::Textarea => Control::Lines,
                FormFieldKind::Select => Control::Choice(&field.options),
                FormFieldKind::Checkbox => Control::Tick,
            },
            required: field.required,
            autocomplete: &field.autocomplete,
            value: values.get(&field.name).map(String::as_str).unwrap_or_default(),
            error: error.map(|error| error.message.as_str()).unwrap_or_default(),
        });
    }
    out.trap(TRAP);
    document.form(out.finish(&form.submit_text));
    document.link("/", "Return to home page");
    document.finish()
}
