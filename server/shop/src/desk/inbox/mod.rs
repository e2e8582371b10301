//! What people wrote to the store, forms and change requests: read, assigned, answered and closed at the desk. Each act is one
//! transaction with its audit row, and names the version that was seen.

pub mod letters;
pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    inbox::{AnswerDraft, MessageKind, RequestStatus, parse_answer, parse_message_note},
    orders::{
        note::parse_remark,
        views::{CountView, MOST_COUNTED, QueueCountView},
    },
    staff::Permission,
};
use fieldhouse_kernel::{
    db::{
        WriteTx,
        keyset::{cut, merge, read_place},
    },
    failure::{Failure, FailureKind},
};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    colleagues::{self, ColleagueView},
    sites, wanted_sites,
};
use crate::{
    env::{Env, time},
    mail::{self, LetterKind},
    people::{
        account::store::find_customer,
        business_units::store::{self as requests, RequestRow},
        change_requests,
        members::store::find_customers,
    },
    publishing::forms::store::{self as forms, SubmissionRow},
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
    state::AppState,
};
use store::InboxNoteRow;

/// Messages of a page.
const PAGE: usize = 50;
/// Characters of a message that a list shows.
const EXCERPT: usize = 160;

/// What a list is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MessagesAsk {
    /// `form` or `change_request`.
    pub kind: String,
    /// `open`, `done` or `declined`; open without it.
    pub status: String,
    /// Site key.
    pub site: String,
    /// `me` for what one looks after oneself.
    pub assignee: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// How much waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxView {
    /// Forms that nobody has answered.
    pub forms: QueueCountView,
    /// Change requests that nobody has answered.
    pub change_requests: QueueCountView,
}

/// A message in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageRowView {
    /// Id.
    pub id: String,
    /// `form` or `change_request`.
    pub kind: String,
    /// Site key.
    pub site: String,
    /// What it is about.
    pub title: String,
    /// Of whoever wrote; empty when no e-mail was asked for.
    pub email: String,
    /// How it begins.
    pub excerpt: String,
    /// When, RFC 3339.
    pub sent_at: String,
    /// `open`, `done` or `declined`.
    pub status: String,
    /// Who looks after it; empty for nobody.
    pub assignee: String,
    /// To be sent back with an act.
    pub version: i64,
}

/// A page of messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagesView {
    /// The newest first.
    pub messages: Vec<MessageRowView>,
    /// Where the next page begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A label with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SaidView {
    /// As the form has it.
    pub label: String,
    /// As it was typed.
    pub value: String,
}

/// Something that was written about a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageNoteView {
    /// It was sent to whoever wrote.
    pub sent: bool,
    /// In words.
    pub text: String,
    /// By whom.
    pub by: String,
    /// When, RFC 3339.
    pub at: String,
}

/// A message with all that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InboxMessageView)]
pub struct MessageView {
    /// As a list has it.
    pub message: MessageRowView,
    /// What was written, label by label.
    pub said: Vec<SaidView>,
    /// What the store wrote about it, the oldest first.
    pub notes: Vec<MessageNoteView>,
    /// Id of who looks after it; empty for nobody.
    pub assignee_id: String,
    /// Who may look after it.
    pub colleagues: Vec<ColleagueView>,
    /// One may answer, close and assign it.
    pub answerable: bool,
}

/// Who is to look after a message.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssigneeDraft {
    /// Id of somebody who may answer it; empty for nobody.
    pub assignee: String,
    /// As it was seen.
    pub version: i64,
}

/// An answer to a message.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageAnswerDraft {
    /// What is said, and how it ends.
    pub answer: AnswerDraft,
    /// As it was seen.
    pub version: i64,
}

/// A note for the house.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageNoteDraft {
    /// In words.
    pub text: String,
    /// As it was seen.
    pub version: i64,
}

/// Nothing but what was seen.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageReopenDraft {
    /// Why, in words; may be left out.
    #[serde(default)]
    pub reason: String,
    /// As it was seen.
    pub version: i64,
}

/// Something that somebody wrote to the store.
enum Message {
    Form(SubmissionRow),
    /// With the e-mail of whoever asks.
    Change(RequestRow, String),
}

impl Message {
    async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Self, Failure> {
        if let Some(form) = forms::find_submission(db, id).await? {
            return Ok(Self::Form(form));
        }
        let request = requests::find_request(db, id).await?.ok_or_else(Failure::not_found)?;
        let id = change_requests::customer_id(&request).map_err(Failure::internal)?;
        let customer = find_customer(db, id).await?.ok_or_else(Failure::not_found)?;
        Ok(Self::Change(request, customer.email))
    }

    const fn kind(&self) -> MessageKind {
        match self {
            Self::Form(_) => MessageKind::Form,
            Self::Change(..) => MessageKind::ChangeRequest,
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Form(row) => &row.id,
            Self::Change(row, _) => &row.id,
        }
    }

    fn site(&self) -> Site {
        match self {
            Self::Form(row) => *row.site,
            Self::Change(row, _) => *row.site,
        }
    }

    fn status(&self) -> RequestStatus {
        match self {
            Self::Form(row) => *row.status,
            Self::Change(row, _) => *row.status,
        }
    }

    fn email(&self) -> &str {
        match self {
            Self::Form(row) => &row.email,
            Self::Change(_, email) => email,
        }
    }

    fn assignee(&self) -> (&str, &str) {
        match self {
            Self::Form(row) => (&row.assignee, &row.assignee_name),
            Self::Change(row, _) => (&row.assignee, &row.assignee_name),
        }
    }

    const fn version(&self) -> i64 {
        match self {
            Self::Form(row) => row.version,
            Self::Change(row, _) => row.version,
        }
    }

    const fn sent_at(&self) -> i64 {
        match self {
            Self::Form(row) => row.created_at,
            Self::Change(row, _) => row.sent_at,
        }
    }

    /// Where it stands in a list.
    fn place(&self) -> (i64, &str) {
        (self.sent_at(), self.id())
    }

    fn assign(&mut self, (id, name): (String, String)) {
        match self {
            Self::Form(row) => (row.assignee, row.assignee_name) = (id, name),
            Self::Change(row, _) => (row.assignee, row.assignee_name) = (id, name),
        }
    }

    /// What was written, label by label. Of a change request it is read as its letter says it.
    async fn said(&self, env: &Env) -> Result<Vec<SaidView>, Failure> {
        let said = |(label, value): (String, String)| SaidView { label, value };
        match self {
            Self::Form(row) => {
                let answers: Vec<(String, String)> = serde_json::from_str(&row.answers).map_err(Failure::internal)?;
                Ok(answers.into_iter().map(said).collect())
            }
            Self::Change(row, _) => {
                let told = change_requests::letter(env, &row.id).await.map_err(Failure::internal)?;
                let answers = told.map(|(_, answers)| answers).unwrap_or_default();
                Ok(answers.into_iter().map(|(label, value)| said((label.to_owned(), value))).collect())
            }
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Form(row) => row.title.clone(),
            Self::Change(row, _) => format!("Change of {}", change_requests::label_of(*row.role)),
        }
    }

    /// How it begins: the longest thing that was said, which is what somebody came to say.
    fn excerpt(&self) -> Result<String, Failure> {
        let text = match self {
            Self::Change(row, _) => row.message.clone(),
            Self::Form(row) => {
                let answers: Vec<(String, String)> = serde_json::from_str(&row.answers).map_err(Failure::internal)?;
                answers.into_iter().map(|(_, value)| value).max_by_key(String::len).unwrap_or_default()
            }
        };
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut cut: String = line.chars().take(EXCERPT).collect();
        if cut.len() < line.len() {
            cut.push('\u{2026}');
        }
        Ok(cut)
    }

    fn row_view(&self) -> Result<MessageRowView, Failure> {
        Ok(MessageRowView {
            id: self.id().to_owned(),
            kind: self.kind().key().to_owned(),
            site: self.site().key().to_owned(),
            title: self.title(),
            email: self.email().to_owned(),
            excerpt: self.excerpt()?,
            sent_at: time(self.sent_at())?,
            status: self.status().key().to_owned(),
            assignee: self.assignee().1.to_owned(),
            version: self.version(),
        })
    }

    /// As the audit log tells it before and after an act.
    fn told(&self) -> Value {
        let (_, assignee) = self.assignee();
        json!({"title": self.title(), "status": self.status().key(), "assignee": assignee})
    }

    /// Writes what became of it; another version than was seen is 409.
    async fn write(&self, tx: &WriteTx) -> Result<(), Failure> {
        let written = match self {
            Self::Form(row) => forms::update_submission(tx, row.clone()).await?,
            Self::Change(row, _) => requests::update_request(tx, row.clone()).await?,
        };
        written.then_some(()).ok_or_else(changed)
    }
}

fn changed() -> Failure {
    let title = "Somebody else changed this message just now. Please look at it again.";
    Failure::new(FailureKind::Conflict, "message_changed", title)
}

/// How much waits at the brands somebody sees.
pub async fn counts(env: &Env, member: &StaffMember) -> Result<InboxView, Failure> {
    let most = u64::from(MOST_COUNTED).saturating_add(1);
    let (mut open, mut asked) = (0_u64, 0_u64);
    for site in sites(member, Permission::InboxView) {
        let db = env.db.read();
        open = open.saturating_add(forms::count_open(db, site, most).await?);
        asked = asked.saturating_add(requests::count_open_requests(db, site, most).await?);
    }
    let view = |counted| {
        let orders = CountView::of(counted);
        QueueCountView { orders, text: orders.text() }
    };
    Ok(InboxView { forms: view(open), change_requests: view(asked) })
}

/// A page of messages, the newest first.
pub async fn list(env: &Env, member: &StaffMember, ask: &MessagesAsk) -> Result<MessagesView, Failure> {
    let wanted = wanted_sites(member, Permission::InboxView, &ask.site)?;
    let kind = MessageKind::parse(&ask.kind).ok_or_else(|| Failure::malformed("There is no such kind."))?;
    let status = if ask.status.is_empty() { Some(RequestStatus::Open) } else { RequestStatus::parse(&ask.status) };
    let status = status.ok_or_else(|| Failure::malformed("There is no such status."))?;
    let assignee = match ask.assignee.as_str() {
        "" => None,
        "me" => Some(member.id.as_str()),
        _ => return Err(Failure::malformed("There is no such list.")),
    };
    let after = read_place(&ask.after)?;
    let limit = u64::try_from(PAGE.saturating_add(1)).map_err(Failure::internal)?;
    let db = env.db.read();
    let mut messages = Vec::new();
    for site in wanted {
        match kind {
            MessageKind::Form => {
                let rows = forms::list_submissions(db, (site, status), assignee, after.as_ref(), limit).await?;
                messages.extend(rows.into_iter().map(Message::Form));
            }
            MessageKind::ChangeRequest => {
                let rows = requests::list_requests_at(db, (site, status), assignee, after.as_ref(), limit).await?;
                let ids = rows.iter().map(|row| row.customer_id.clone()).collect();
                let emails: HashMap<String, String> =
                    find_customers(db, ids).await?.into_iter().map(|person| (person.id, person.email)).collect();
                let with_email = |row: RequestRow| Some((emails.get(&row.customer_id)?.clone(), row));
                messages
                    .extend(rows.into_iter().filter_map(with_email).map(|(email, row)| Message::Change(row, email)));
            }
        }
    }
    merge(&mut messages, Message::place);
    let next = cut(&mut messages, PAGE, Message::place);
    Ok(MessagesView { messages: messages.iter().map(Message::row_view).collect::<Result<_, Failure>>()?, next })
}

/// A message for somebody who may see it; one of a brand they know nothing of is not there.
async fn load(db: &impl ConnectionTrait, member: &StaffMember, id: &str) -> Result<Message, Failure> {
    let message = Message::find(db, id).await?;
    member.require(Permission::InboxView, message.site())?;
    Ok(message)
}

/// A message with all that is known of it.
pub async fn show(env: &Env, member: &StaffMember, id: &str) -> Result<MessageView, Failure> {
    let db = env.db.read();
    let message = load(db, member, id).await?;
    let note = |row: InboxNoteRow| {
        Ok(MessageNoteView { sent: row.sent, text: row.text, by: row.author_name, at: time(row.at)? })
    };
    let notes = store::list_notes(db, id).await?.into_iter().map(note).collect::<Result<_, Failure>>()?;
    let answerable = member.grants.may(Permission::InboxAnswer, message.site());
    Ok(MessageView {
        said: message.said(env).await?,
        notes,
        assignee_id: message.assignee().0.to_owned(),
        colleagues: if answerable {
            colleagues::list(db, Permission::InboxAnswer, message.site()).await?
        } else {
            Vec::new()
        },
        answerable,
        message: message.row_view()?,
    })
}

/// An act on a message within its transaction.
struct InboxAct<'a> {
    env: &'a Env,
    tx: &'a WriteTx,
    member: StaffMember,
    message: Message,
    before: Value,
}

impl<'a> InboxAct<'a> {
    async fn begin(
        env: &'a Env,
        tx: &'a WriteTx,
        member: &StaffMember,
        (id, seen): (&str, i64),
    ) -> Result<Self, Failure> {
        let message = load(&**tx, member, id).await?;
        let member = member.still_may(tx, Permission::InboxAnswer, message.site()).await?;
        if message.version() != seen {
            return Err(changed());
        }
        let before = message.told();
        Ok(Self { env, tx, member, message, before })
    }

    fn note(&self, sent: bool, text: String) -> InboxNoteRow {
        InboxNoteRow {
            id: self.env.ids.random().to_string(),
            message_id: self.message.id().to_owned(),
            sent,
            text,
            author: self.member.id.clone(),
            author_name: self.member.name.clone(),
            at: self.env.clock.millis(),
        }
    }

    async fn finish(self, action: &str, reason: &str) -> Result<(), Failure> {
        let actor = self.member.actor();
        let entry = Entry::new(&actor, action, (self.message.kind().key(), self.message.id()))
            .at(self.message.site())
            .changed(self.before, self.message.told())
            .because(reason);
        Ok(audit::append(self.env, self.tx, &entry).await?)
    }
}

async fn done(state: &AppState, tx: WriteTx, member: &StaffMember, id: &str) -> Result<MessageView, Failure> {
    tx.commit().await?;
    state.bell.ring();
    show(state, member, id).await
}

/// Gives a message to somebody who looks after it, or to nobody.
pub async fn assign(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    draft: &AssigneeDraft,
) -> Result<MessageView, Failure> {
    let tx = state.db.write().await?;
    let mut act = InboxAct::begin(state, &tx, member, (id, draft.version)).await?;
    let who = colleagues::named(&*tx, (Permission::InboxAnswer, act.message.site()), &draft.assignee).await?;
    act.message.assign(who.map(|who| (who.id, who.name)).unwrap_or_default());
    act.message.write(&tx).await?;
    act.finish("message.assigned", "").await?;
    done(state, tx, member, id).await
}

/// Answers a message, ends it, or both: whoever wrote it is told by letter.
pub async fn answer(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    draft: &MessageAnswerDraft,
) -> Result<MessageView, Failure> {
    let tx = state.db.write().await?;
    let mut act = InboxAct::begin(state, &tx, member, (id, draft.version)).await?;
    let (kind, has_sender) = (act.message.kind(), !act.message.email().is_empty());
    let answer = parse_answer(kind, has_sender, &draft.answer).map_err(Failure::broken)?;
    let text = answer.text.clone();
    let note = (!text.is_empty()).then(|| act.note(true, text.clone()));
    match &mut act.message {
        Message::Form(row) => {
            row.status = answer.end.unwrap_or(*row.status).into();
            act.message.write(&tx).await?;
            if let Some(note) = &note {
                let to = (act.message.site(), act.message.email());
                mail::leave_from_house(state, &tx, to.0, LetterKind::MessageAnswered, to.1, &note.id).await?;
            }
        }
        Message::Change(row, _) => {
            if *row.status != RequestStatus::Open {
                return Err(changed());
            }
            let ended = change_requests::end(state, &tx, row.clone(), answer.clone()).await?;
            if !ended {
                return Err(changed());
            }
            row.status = answer.end.unwrap_or(*row.status).into();
        }
    }
    if let Some(note) = note {
        store::insert_note(&tx, note).await?;
    }
    act.finish("message.answered", &text).await?;
    done(state, tx, member, id).await
}

/// Opens a form again that was closed. A change request that was answered is asked for anew by its customer.
pub async fn reopen(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    draft: &MessageReopenDraft,
) -> Result<MessageView, Failure> {
    let reason = parse_remark(&draft.reason, "reason").map_err(|error| Failure::broken(vec![error]))?;
    let tx = state.db.write().await?;
    let mut act = InboxAct::begin(state, &tx, member, (id, draft.version)).await?;
    let Message::Form(row) = &mut act.message else { return Err(Failure::not_found()) };
    row.status = RequestStatus::Open.into();
    act.message.write(&tx).await?;
    act.finish("message.reopened", &reason).await?;
    done(state, tx, member, id).await
}

/// Writes a note for the house.
pub async fn note(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    draft: &MessageNoteDraft,
) -> Result<MessageView, Failure> {
    let text = parse_message_note(&draft.text).map_err(|error| Failure::broken(vec![error]))?;
    let tx = state.db.write().await?;
    let act = InboxAct::begin(state, &tx, member, (id, draft.version)).await?;
    store::insert_note(&tx, act.note(false, text.clone())).await?;
    act.message.write(&tx).await?;
    act.finish("message.noted", &text).await?;
    done(state, tx, member, id).await
}
