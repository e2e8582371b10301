//! The markup of a form that needs no script: labelled fields with what is wrong at each; written by its template.

use askama::Template;

/// How a field is entered.
#[derive(Debug, Clone, Copy)]
pub enum Control<'a> {
    /// One line, by the `type` of its input.
    Line(&'static str),
    /// Several lines.
    Lines,
    /// One of a list.
    Choice(&'a [String]),
    /// Yes or no.
    Tick,
}

/// A field with what was entered before.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// Name of the value that is sent.
    pub name: &'a str,
    /// Label.
    pub label: &'a str,
    /// How it is entered.
    pub control: Control<'a>,
    /// It may not be left empty.
    pub required: bool,
    /// Token of the HTML `autocomplete` attribute, or empty.
    pub autocomplete: &'a str,
    /// What was entered.
    pub value: &'a str,
    /// What is wrong with it, or empty.
    pub error: &'a str,
}

impl Field<'_> {
    const fn is_tick(&self) -> bool {
        matches!(self.control, Control::Tick)
    }

    fn is_ticked(&self) -> bool {
        matches!(self.value, "on" | "true" | "yes")
    }
}

/// A form being written; it posts to an address of this site.
#[derive(Template)]
#[template(path = "form.html")]
pub struct Form<'a> {
    action: String,
    alerts: Vec<String>,
    fields: Vec<Field<'a>>,
    traps: Vec<&'a str>,
    submit: String,
}

impl<'a> Form<'a> {
    /// A form by the address it posts to.
    pub fn new(action: &str) -> Self {
        let (action, submit) = (action.to_owned(), String::new());
        Self { action, alerts: Vec::new(), fields: Vec::new(), traps: Vec::new(), submit }
    }

    /// What is said of the whole form, at its top.
    pub fn alert(&mut self, text: &str) {
        self.alerts.push(text.to_owned());
    }

    /// A labelled field.
    pub fn field(&mut self, field: &Field<'a>) {
        self.fields.push(*field);
    }

    /// A field no person sees.
    pub fn trap(&mut self, name: &'a str) {
        self.traps.push(name);
    }

    /// The whole form with its button.
    pub fn finish(mut self, submit: &str) -> String {
        submit.clone_into(&mut self.submit);
        // A string takes whatever is written into it.
        self.render().unwrap_or_default()
    }

    /// The first field with an error has the focus.
    fn is_focused(&self, index: usize) -> bool {
        self.fields.iter().position(|field| !field.error.is_empty()) == Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Field<'static> = Field {
        name: "email",
        label: "Email",
        control: Control::Line("email"),
        required: true,
        autocomplete: "email",
        value: "pat",
        error: "",
    };

    #[test]
    fn a_field_is_labelled_and_tells_what_is_wrong() {
        let mut form = Form::new("/forms/contact");
        form.field(&Field { error: "Not an e-mail", ..PLAIN });
        form.field(&Field { name: "note", control: Control::Lines, value: "\na", error: "Too long", ..PLAIN });
        let html = form.finish("Send");
        assert!(
            html.contains("<label for=\"field-email\">Email<span aria-hidden=\"true\"> *</span></label>"),
            "{html}"
        );
        let input = "<input type=\"email\" id=\"field-email\" name=\"email\" autocomplete=\"email\" aria-required=\"true\" \
                     aria-invalid=\"true\" aria-describedby=\"field-email-error\" autofocus value=\"pat\">\
                     <p class=\"wrong\" id=\"field-email-error\">Not an e-mail</p>";
        assert!(html.contains(input), "{html}");
        assert_eq!(html.matches("autofocus").count(), 1, "the first broken field has the focus");
        assert!(html.contains(">\n\na</textarea>"), "a first line break is kept: {html}");
    }

    #[test]
    fn a_choice_and_a_tick_keep_what_was_entered() {
        let options = ["A".to_owned(), "B".to_owned()];
        let mut form = Form::new("/");
        form.field(&Field { control: Control::Choice(&options), value: "B", ..PLAIN });
        form.field(&Field { control: Control::Tick, value: "on", required: false, ..PLAIN });
        let html = form.finish("Send");
        assert!(html.contains("<option>A</option><option selected>B</option>"), "{html}");
        assert!(html.contains("<input type=\"checkbox\"") && html.contains(" checked><label"), "{html}");
    }

    #[test]
    fn r52_whatever_a_form_shows_is_text() {
        let evil = "\"><script>alert(1)</script>'&";
        let mut form = Form::new(evil);
        form.alert(evil);
        form.trap(evil);
        let options = [evil.to_owned()];
        for control in [Control::Line("text"), Control::Lines, Control::Choice(&options), Control::Tick] {
            let [name, label, value, error, autocomplete] = [evil; 5];
            form.field(&Field { name, label, control, required: true, autocomplete, value, error });
        }
        let html = form.finish(evil);
        assert!(!html.contains("<script") && !html.contains("\"\"><"), "{html}");
    }
}
