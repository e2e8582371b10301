//! Requests to change sold to, bill to or payer: stored, told to the store by letter, shown in the address
//! book (account §6). Nothing changes by them.

pub mod letters;

use anyhow::Context;
use fieldhouse_core::{
    account::{AddressBookView, address_type_label},
    business_units::{ChangeRequestDraft, PartyRole, change_request_unit, check_change_requests, parse_change_request},
    inbox::{AnswerDraft, MessageAnswer, MessageKind, RequestStatus, parse_answer},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use jiff::Timestamp;

use crate::{
    env::Env,
    mail::{self, LetterKind},
    owner::CustomerId,
    people::{
        account::{self, Customer, addresses, store::CustomerRow},
        business_units::{
            Belonging,
            store::{self, RequestRow},
        },
    },
    state::AppState,
};

/// The hosted form whose recipient is the store's own desk.
const DESK: &str = "contact";

/// Sends a request; the address book with it.
pub async fn send(
    state: &AppState,
    Customer { visitor, row: customer }: &Customer,
    draft: &ChangeRequestDraft,
) -> Result<AddressBookView, Failure> {
    let units = store::list_units_of(state.db.read(), &customer.id).await?;
    if let Some(refusal) = check_change_requests(visitor.site, !units.is_empty()) {
        return Err(Failure::broken(vec![refusal]));
    }
    let keys: Vec<&str> = units.iter().map(|unit| unit.key.as_str()).collect();
    let unit_key = change_request_unit(&keys, &draft.unit);
    let (role, message) = match (parse_change_request(draft), &unit_key) {
        (Ok(parsed), Ok(_)) => parsed,
        (parsed, unit_key) => {
            let unknown = unit_key.as_ref().err().cloned();
            return Err(Failure::broken(unknown.into_iter().chain(parsed.err().unwrap_or_default()).collect()));
        }
    };
    let row = RequestRow {
        id: state.ids.random().to_string(),
        customer_id: customer.id.clone(),
        role: role.into(),
        message,
        status: RequestStatus::Open.into(),
        sent_at: state.clock.millis(),
        note: String::new(),
        unit_key: unit_key.unwrap_or_default().to_owned(),
        site: customer.site,
        assignee: String::new(),
        assignee_name: String::new(),
        version: 1,
    };
    let id = row.id.clone();
    let tx = state.db.write().await?;
    if !store::insert_request(&tx, row).await? {
        let title = "We have your earlier request and are working on it.";
        return Err(Failure::new(FailureKind::Conflict, "change_request_open", title));
    }
    let desk = state.contents.load().form(visitor.site, DESK).map(|form| form.recipient.clone());
    let recipient = desk.unwrap_or_else(|| state.settings().sender(visitor.site));
    mail::leave(state, &tx, visitor.site, LetterKind::ChangeRequested, &recipient, &id).await?;
    tx.commit().await?;
    state.bell.ring();
    addresses::show(state, customer).await
}

/// A request with who sent it.
async fn find(env: &Env, id: &str) -> anyhow::Result<Option<(RequestRow, CustomerRow)>> {
    let Some(request) = store::find_request(env.db.read(), id).await? else { return Ok(None) };
    let customer = account::store::find_customer(env.db.read(), customer_id(&request)?).await?;
    Ok(customer.map(|customer| (request, customer)))
}

/// Who sent a request.
pub fn customer_id(request: &RequestRow) -> Result<CustomerId, uuid::Error> {
    Ok(CustomerId(uuid::Uuid::parse_str(&request.customer_id)?))
}

/// What of the default information a request is about.
pub fn label_of(role: PartyRole) -> &'static str {
    address_type_label(role.key())
}

/// Requests as the store's staff reads them, the oldest first; only open ones, or all.
pub async fn list(env: &Env, all: bool) -> anyhow::Result<Vec<String>> {
    let mut told = Vec::new();
    for request in store::list_all_requests(env.db.read(), all).await? {
        let customer = account::store::find_customer(env.db.read(), customer_id(&request)?).await?;
        let Some(customer) = customer else { continue };
        let day = Timestamp::from_millisecond(request.sent_at)?.to_zoned(env.config.time_zone.clone()).date();
        told.push(format!(
            "{} {} {day} {}{}: {} at {}\n  {}",
            request.id,
            request.status,
            label_of(*request.role),
            if request.unit_key.is_empty() { String::new() } else { format!(" of {}", request.unit_key) },
            customer.email,
            customer.site,
            request.message.replace('\n', "\n  ")
        ));
    }
    Ok(told)
}

/// Ends an open request by hand; the customer sees it in the address book and is told by letter.
pub async fn close(state: &AppState, id: &str, end: RequestStatus, note: &str) -> anyhow::Result<()> {
    let draft = AnswerDraft { text: note.to_owned(), end: end.key().to_owned() };
    let answer = parse_answer(MessageKind::ChangeRequest, true, &draft).map_err(|broken| {
        let told: Vec<String> = broken.into_iter().map(|error| error.message).collect();
        anyhow::anyhow!("the note: {}", told.join(" "))
    })?;
    let tx = state.db.write().await?;
    let found = store::find_request(&*tx, id).await?.filter(|request| *request.status == RequestStatus::Open);
    let request = found.context("there is no open change request of this id")?;
    let ended = self::end(state, &tx, request, answer).await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    anyhow::ensure!(ended, "somebody else answered it just now");
    tx.commit().await?;
    state.bell.ring();
    Ok(())
}

/// Ends a request within a transaction, and leaves the letter to its customer; false when it is another one than was seen.
pub async fn end(env: &Env, tx: &WriteTx, mut request: RequestRow, answer: MessageAnswer) -> Result<bool, Failure> {
    let customer = account::store::find_customer(&**tx, customer_id(&request).map_err(Failure::internal)?).await?;
    let (id, site) = (request.id.clone(), *request.site);
    request.status = answer.end.unwrap_or(RequestStatus::Done).into();
    request.note = answer.text;
    let written = store::update_request(tx, request).await?;
    if let Some(customer) = customer.filter(|_| written) {
        mail::leave(env, tx, site, LetterKind::ChangeRequestClosed, &customer.email, &id).await?;
    }
    Ok(written)
}

/// A request that was answered, with who sent it and what it is about. Nothing when it is gone.
pub async fn answered(env: &Env, id: &str) -> anyhow::Result<Option<(RequestRow, CustomerRow, &'static str)>> {
    Ok(find(env, id).await?.map(|(request, customer)| {
        let label = label_of(*request.role);
        (request, customer, label)
    }))
}

/// What the letter about a request says: what is to be changed, labels and values. Nothing when it is gone.
pub async fn letter(env: &Env, id: &str) -> anyhow::Result<Option<(&'static str, Vec<(&'static str, String)>)>> {
    let Some((request, customer)) = find(env, id).await? else { return Ok(None) };
    let belonging = Belonging::of(env.db.read(), &customer.id).await?;
    // The one it is about; requests of before do not say which.
    let about = belonging.units.iter().filter(|unit| request.unit_key.is_empty() || unit.key == request.unit_key);
    let units: Vec<String> = about.map(|unit| format!("{} ({})", unit.name, unit.key)).collect();
    let label = label_of(*request.role);
    let answers = vec![
        ("Customer", format!("{} {}", customer.first_name, customer.last_name)),
        ("Email", customer.email),
        ("Business unit", units.join(", ")),
        ("Change of", label.to_owned()),
        ("Request", request.message),
    ];
    Ok(Some((label, answers)))
}
