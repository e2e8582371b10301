//! Payments of the three kinds (account §7): planned, read, deleted, put on a cart and taken off. What a
//! payment comes to is looked up or summed here; no amount of a request is believed (R12).

use std::collections::{BTreeMap, BTreeSet};

use fieldhouse_core::{
    brand::Site,
    certificates::CertificatePlace,
    checkout::{PaymentDraft as PurchaseOrderDraft, payment::parse_payment},
    offers::{CodeChange, check_code_change},
    payments::{
        CERTIFICATE, PURCHASE_ORDER, SAP,
        card::{CardDraft, check_card},
    },
    rule::FieldError,
    text::card_number::holds_card_number,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure, http::extract::QueryPairs};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    caller::{Caller, OrdersWithPayments, Payments, Shopper},
    filter::{Fields, Filter},
    values::{Custom, CustomDraft, Localized, Money, MoneyDraft, Page, PageAsk, Reference, at, money, time, types},
};
use fieldhouse_shop::{
    buying::{
        cart::{
            certificates::{find_usable, hand_flyer_over, release_flyer},
            fields::{CustomField, REMOVE},
            store::{self as carts, CartRow},
        },
        certificates::source::question,
        payments::{self, NewPayment, PaymentRow},
    },
    owner::VisitorId,
    state::AppState,
};

/// Interface of cards; the method is the card's type (account §7).
const CARD_PROVIDER: &str = "card-payment-provider";
/// Longest name of a method.
const LONGEST_NAME: usize = 100;

/// A payment (account §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformPaymentView)]
pub struct PaymentView {
    id: String,
    version: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anonymous_id: Option<String>,
    amount_planned: Money,
    payment_method_info: MethodInfo,
    transactions: Vec<Value>,
    custom: Custom<PaymentFields>,
    /// Only where a payment stands in place of a reference to it.
    #[serde(flatten)]
    whole: Option<Whole>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Whole {
    created_at: String,
    last_modified_at: String,
    payment_status: Status,
    interface_interactions: Vec<Value>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Status {}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MethodInfo {
    payment_interface: String,
    method: String,
    name: Localized,
}

/// Custom fields of a payment. A card's token is kept and never told (R08).
#[derive(Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
struct PaymentFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    po_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exp_month: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exp_year: Option<String>,
    /// Kept beside them, told as `paymentMethodInfo.name`.
    #[serde(default, skip_serializing)]
    method_name: Option<String>,
}

/// A reference to a payment, with the payment when that was asked for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentReference {
    type_id: &'static str,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    obj: Option<PaymentView>,
}

/// `paymentInfo` of carts and orders.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PaymentInfo {
    payments: Vec<PaymentReference>,
}

fn view(row: PaymentRow, caller: &Caller, whole: bool) -> Result<PaymentView, Failure> {
    let mut fields: PaymentFields = serde_json::from_str(&row.fields).map_err(Failure::internal)?;
    fields.certificate_number = Some(row.certificate_number.clone()).filter(|number| !number.is_empty());
    let whole = if whole {
        Some(Whole {
            created_at: time(row.created_at)?,
            last_modified_at: time(row.changed_at)?,
            payment_status: Status {},
            interface_interactions: Vec::new(),
        })
    } else {
        None
    };
    Ok(PaymentView {
        customer: caller.customer_id().map(|id| Reference { type_id: "customer", id: id.to_owned() }),
        anonymous_id: caller.anonymous_id().map(str::to_owned),
        amount_planned: money(*row.amount_cents),
        payment_method_info: MethodInfo {
            name: Localized { en: fields.method_name.take().unwrap_or_else(|| name_of(&row.method).to_owned()) },
            payment_interface: row.interface,
            method: row.method,
        },
        transactions: Vec::new(),
        custom: Custom::new(types::PAYMENT, fields),
        whole,
        id: row.id,
        version: row.version,
    })
}

/// What a method is called where the client gave no name.
fn name_of(method: &str) -> &str {
    match method {
        CERTIFICATE => "Certificate",
        PURCHASE_ORDER => "Purchase order",
        card => card,
    }
}

/// `paymentInfo` of some payments; nothing when there are none.
pub fn info(rows: Vec<PaymentRow>, caller: &Caller, expand: bool) -> Result<Option<PaymentInfo>, Failure> {
    if rows.is_empty() {
        return Ok(None);
    }
    let reference = |row: PaymentRow| {
        let id = row.id.clone();
        let obj = if expand { Some(view(row, caller, true)?) } else { None };
        Ok(PaymentReference { type_id: "payment", id, obj })
    };
    let payments = rows.into_iter().map(reference).collect::<Result<_, Failure>>()?;
    Ok(Some(PaymentInfo { payments }))
}

/// What lists of them can be asked for.
const FIELDS: Fields =
    &["id", "paymentMethodInfo.method", "paymentMethodInfo.paymentInterface", "createdAt", "lastModifiedAt"];

/// The caller's payments, newest first unless another order is asked for.
pub async fn list(
    state: &AppState,
    Shopper { caller, id: visitor, .. }: &Shopper<Payments>,
    query: &QueryPairs,
) -> Result<Page<PaymentView>, Failure> {
    let (ask, filter) = (PageAsk::read(query)?, Filter::read(query, FIELDS)?);
    let rows = payments::list(state.db.read(), *visitor, caller.site).await?;
    let rows = filter.pick(rows, |row, field| match field {
        "id" => Some(row.id.clone()),
        "paymentMethodInfo.method" => Some(row.method.clone()),
        "paymentMethodInfo.paymentInterface" => Some(row.interface.clone()),
        "createdAt" => time(row.created_at).ok(),
        _ => time(row.changed_at).ok(),
    });
    let views = rows.into_iter().map(|row| view(row, caller, false)).collect::<Result<_, _>>()?;
    Ok(ask.cut(views))
}

/// A payment of the caller.
pub async fn load(
    state: &AppState,
    Shopper { caller, id: visitor, .. }: &Shopper<Payments>,
    id: &str,
) -> Result<PaymentView, Failure> {
    view(payments::load(state.db.read(), *visitor, caller.site, id).await?, caller, false)
}

/// `POST …/me/payments`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PlatformPaymentDraft)]
pub struct PaymentDraft {
    /// The currency counts; the amount is ours.
    amount_planned: MoneyDraft,
    payment_method_info: MethodDraft,
    #[schema(value_type = Object)]
    custom: CustomDraft<FieldsDraft>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MethodDraft {
    payment_interface: String,
    method: String,
    /// What to call it, in English.
    #[serde(default)]
    name: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldsDraft {
    certificate_number: Option<String>,
    po_number: Option<String>,
    card_token: Option<String>,
    exp_month: Option<String>,
    exp_year: Option<String>,
}

impl PaymentDraft {
    /// True when a certificate is looked up for it.
    pub fn is_certificate(&self) -> bool {
        self.payment_method_info.method == CERTIFICATE
    }
}

/// A payment that cannot be planned, told at the field that says so.
fn refused(field: &str, message: &str) -> Failure {
    Failure::broken(vec![FieldError {
        field: field.to_owned(),
        code: "payment_refused".to_owned(),
        params: BTreeMap::new(),
        message: message.to_owned(),
    }])
}

/// The name a client gave in the one language there is; no name of a card's number (R65).
fn check_name(name: Option<BTreeMap<String, String>>) -> Result<Option<String>, Failure> {
    let Some(names) = name else { return Ok(None) };
    let message = "A name is in English, at most 100 characters, and no number of a card.";
    let fits = |text: &str| !text.trim().is_empty() && text.chars().count() <= LONGEST_NAME && !holds_card_number(text);
    match names.into_iter().next() {
        None => Ok(None),
        Some((language, text)) if language.starts_with("en") && fits(&text) => Ok(Some(text.trim().to_owned())),
        Some(_) => Err(refused("paymentMethodInfo.name", message)),
    }
}

/// What is wrong with the fields of a kind: the one that is missing, or the one that is not its own.
fn check_fields(method: &str, fields: &FieldsDraft) -> Result<(), Failure> {
    let given = [
        ("certificate_number", fields.certificate_number.is_some()),
        ("po_number", fields.po_number.is_some()),
        ("card_token", fields.card_token.is_some()),
        ("exp_month", fields.exp_month.is_some()),
        ("exp_year", fields.exp_year.is_some()),
    ];
    let own: &[&str] = match method {
        CERTIFICATE => &["certificate_number"],
        PURCHASE_ORDER => &["po_number"],
        _ => &["card_token", "exp_month", "exp_year"],
    };
    for (name, given) in given {
        let field = ["custom.fields.", name].concat();
        match (given, own.contains(&name)) {
            (false, true) => return Err(refused(&field, "This field is missing.")),
            (true, false) => return Err(refused(&field, "A payment of this kind has no such field.")),
            _ => {}
        }
    }
    Ok(())
}

/// Plans a payment of one of the three kinds.
pub async fn create(
    state: &AppState,
    shopper: &Shopper<Payments>,
    draft: PaymentDraft,
) -> Result<PaymentView, Failure> {
    let (caller, visitor) = (&shopper.caller, shopper.id);
    if !draft.amount_planned.is_dollars() {
        return Err(refused("amountPlanned.currencyCode", "Payments are in USD, in cents."));
    }
    let fields = draft.custom.fields.unwrap_or_default();
    let MethodDraft { payment_interface, method, name } = draft.payment_method_info;
    let method_name = check_name(name)?;
    match (payment_interface.as_str(), method.as_str()) {
        (SAP, CERTIFICATE | PURCHASE_ORDER) | (CARD_PROVIDER, _) => check_fields(&method, &fields)?,
        (SAP, _) => {
            return Err(refused("paymentMethodInfo.method", "This interface takes CERTIFICATE and PURCHASE_ORDER."));
        }
        _ => return Err(refused("paymentMethodInfo.paymentInterface", "There is no such interface here.")),
    }
    let row = match (payment_interface.as_str(), method.as_str(), fields) {
        (
            SAP,
            CERTIFICATE,
            FieldsDraft {
                certificate_number: Some(number),
                po_number: None,
                card_token: None,
                exp_month: None,
                exp_year: None,
            },
        ) => {
            let held = fieldhouse_shop::buying::cart::certificates::held_by(state, &caller.visitor).await?;
            let found = find_usable(state, &caller.visitor, &number, &held, CertificatePlace::Order).await;
            let found = found.map_err(in_fields)?;
            let tx = state.db.write_durable().await?;
            let row =
                fieldhouse_shop::buying::cart::certificates::plan(state, &tx, visitor, caller.site, &found).await?;
            tx.commit().await?;
            row
        }
        (
            SAP,
            PURCHASE_ORDER,
            FieldsDraft {
                certificate_number: None,
                po_number: Some(po_number),
                card_token: None,
                exp_month: None,
                exp_year: None,
            },
        ) => {
            let typed = PurchaseOrderDraft { po_number, po_file_name: String::new() };
            let order = parse_payment(&typed).map_err(|errors| in_fields(Failure::broken(errors)))?;
            let po_number = Some(order.into_draft().po_number);
            let fields = PaymentFields { po_number, method_name, ..PaymentFields::default() };
            plan(state, caller.site, visitor, (method, payment_interface), fields, None).await?
        }
        (
            CARD_PROVIDER,
            _,
            FieldsDraft {
                certificate_number: None,
                po_number: None,
                card_token: Some(token),
                exp_month: Some(month),
                exp_year: Some(year),
            },
        ) => {
            let card = CardDraft { method: &method, token: &token, exp_month: &month, exp_year: &year };
            let errors = check_card(&card, &state.today());
            if !errors.is_empty() {
                return Err(of_card(errors));
            }
            let (exp_month, exp_year) = (Some(month), Some(year));
            let fields = PaymentFields { exp_month, exp_year, method_name, ..PaymentFields::default() };
            plan(state, caller.site, visitor, (method, payment_interface), fields, Some(token)).await?
        }
        _ => {
            return Err(refused("custom.fields", "A payment has the fields of its kind and no others."));
        }
    };
    view(row, caller, false)
}

/// What is wrong with a field of ours, at its name in `custom.fields`.
fn in_fields(mut failure: Failure) -> Failure {
    for error in &mut failure.errors {
        let name = match error.field.as_str() {
            "poNumber" => "po_number",
            "certificateNumber" | "number" => "certificate_number",
            _ => continue,
        };
        name.clone_into(&mut error.field);
    }
    at("custom.fields", failure)
}

/// What is wrong with a card: its type is the method, the rest lies in `custom.fields`.
fn of_card(mut errors: Vec<FieldError>) -> Failure {
    for error in &mut errors {
        let part = if error.field == "method" { "paymentMethodInfo." } else { "custom.fields." };
        error.field = [part, &error.field].concat();
    }
    Failure::broken(errors)
}

/// Plans a payment of what the open cart comes to.
async fn plan(
    state: &AppState,
    site: Site,
    visitor: VisitorId,
    (method, interface): (String, String),
    fields: PaymentFields,
    card_token: Option<String>,
) -> Result<PaymentRow, Failure> {
    let kept = [("card_token", card_token), ("method_name", fields.method_name.clone())];
    let mut fields = serde_json::to_value(fields).map_err(Failure::internal)?;
    for (name, value) in kept {
        if let (Some(value), Some(fields)) = (value, fields.as_object_mut()) {
            fields.insert(name.to_owned(), Value::String(value));
        }
    }
    let tx = state.db.write_durable().await?;
    let cart = carts::find_open(&*tx, visitor).await?;
    let amount = cart.map(|cart| *cart.your_cents).unwrap_or_default();
    let planned =
        NewPayment { method, interface, amount, certificate_number: String::new(), fields: fields.to_string() };
    let row = payments::create(state, &tx, visitor, site, planned).await?;
    tx.commit().await?;
    Ok(row)
}

/// Deletes a payment seen at a version; with the last certificate goes its flyer.
pub async fn delete(
    state: &AppState,
    shopper: &Shopper<Payments>,
    id: &str,
    version: i64,
) -> Result<PaymentView, Failure> {
    let (caller, visitor) = (&shopper.caller, shopper.id);
    let tx = state.db.write_durable().await?;
    let row = fieldhouse_shop::buying::cart::payments::delete(state, &tx, visitor, caller.site, (id, version)).await?;
    if let Some(mut cart) = carts::find_open(&*tx, visitor).await? {
        release(&tx, &mut cart).await?;
    }
    tx.commit().await?;
    view(row, caller, false)
}

/// Takes the flyer of certificates away once none of them is on the cart.
async fn release(tx: &WriteTx, cart: &mut CartRow) -> Result<(), Failure> {
    let there = payments::store::list_on_cart(&**tx, &cart.id).await?;
    if there.iter().any(payments::is_certificate) {
        return Ok(());
    }
    release_flyer(tx, cart).await
}

/// Flyer codes that come with certificates, by the ids of their payments.
pub type Flyers = BTreeMap<String, String>;

/// Looks up what comes with certificates about to be put on a cart, before its transaction begins.
pub async fn flyers(
    state: &AppState,
    Shopper { caller, id: visitor, .. }: &Shopper<OrdersWithPayments>,
    ids: impl Iterator<Item = &str>,
) -> Result<Flyers, Failure> {
    let ids: BTreeSet<&str> = ids.collect();
    if u64::try_from(ids.len()).is_ok_and(|count| count > payments::LIST_LIMIT) {
        return Err(refused("actions", "There are more payments than a cart takes."));
    }
    let mut found = Flyers::new();
    for id in ids {
        // One that is not there is told by its action.
        let payment = payments::store::find_payment(state.db.read(), *visitor, caller.site.key(), id).await?;
        let Some(payment) = payment.filter(payments::is_certificate) else { continue };
        let asked = question(caller.site, &payment.certificate_number);
        let answer = state.certificates.look_up(state, caller.site, &asked).await?;
        found.insert(payment.id, answer.flyer);
    }
    Ok(found)
}

/// The cart action `addPayment`.
pub async fn add_to_cart(
    tx: &WriteTx,
    shopper: &Shopper<OrdersWithPayments>,
    cart: &mut CartRow,
    id: &str,
    flyers: &Flyers,
) -> Result<(), Failure> {
    let payment = payments::load(&**tx, shopper.id, shopper.caller.site, id).await?;
    fieldhouse_shop::buying::cart::payments::add_to_cart(tx, cart, &payment).await?;
    if let Some(flyer) = flyers.get(id) {
        hand_flyer_over(tx, cart, flyer).await?;
    }
    Ok(())
}

/// The cart action `removePayment`.
pub async fn remove_from_cart(tx: &WriteTx, cart: &mut CartRow, id: &str) -> Result<(), Failure> {
    fieldhouse_shop::buying::cart::payments::remove_from_cart(tx, cart, id).await?;
    release(tx, cart).await
}

/// While a certificate's flyer is in use the offer code is locked (cart §4).
pub fn check_code(cart: &CartRow, field: CustomField, value: Option<&str>) -> Result<(), Failure> {
    if field == CustomField::ProgramId {
        return Ok(());
    }
    let removes = value.is_none_or(|value| value == REMOVE);
    let change = if removes { CodeChange::Remove } else { CodeChange::Change };
    check_code_change(change, &cart.cert_flyer_code).map_or(Ok(()), |error| Err(Failure::broken(vec![error])))
}
