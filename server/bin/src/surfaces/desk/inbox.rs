//! What people wrote to the store, who subscribed to its newsletter, and what did not go out, over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::StatusCode};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::{
        inbox::{
            self, AssigneeDraft, InboxView, MessageAnswerDraft, MessageNoteDraft, MessageReopenDraft, MessageView,
            MessagesAsk, MessagesView,
        },
        newsletter::{self, SubscribersAsk, SubscribersView},
        parked::{self, JobsAsk, JobsView},
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of the inbox.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(count_inbox))
        .routes(routes!(list_messages))
        .routes(routes!(show_message))
        .routes(routes!(assign_message))
        .routes(routes!(answer_message))
        .routes(routes!(reopen_message))
        .routes(routes!(note_message))
        .routes(routes!(list_subscribers))
        .routes(routes!(remove_subscriber))
        .routes(routes!(list_jobs))
        .routes(routes!(retry_job))
        .routes(routes!(drop_job))
}

/// How much waits for an answer
#[utoipa::path(
    get, path = "/desk/api/inbox", tag = "desk",
    responses((status = 200, body = InboxView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn count_inbox(State(state): State<AppState>, staff: Staff<may::InboxView>) -> Result<Json<InboxView>, Failure> {
    Ok(Json(inbox::counts(&state, &staff).await?))
}

/// What people wrote, the newest first
#[utoipa::path(
    get, path = "/desk/api/messages", tag = "desk",
    params(
        ("kind" = String, Query, description = "`form` or `change_request`"),
        ("status" = Option<String>, Query, description = "`open`, `done` or `declined`; open without it"),
        ("site" = Option<String>, Query, description = "Site key"),
        ("assignee" = Option<String>, Query, description = "`me` for what one looks after oneself"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = MessagesView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn list_messages(
    State(state): State<AppState>,
    staff: Staff<may::InboxView>,
    ApiQuery(ask): ApiQuery<MessagesAsk>,
) -> Result<Json<MessagesView>, Failure> {
    Ok(Json(inbox::list(&state, &staff, &ask).await?))
}

/// A message with what was written about it
#[utoipa::path(
    get, path = "/desk/api/messages/{id}", tag = "desk", params(("id" = String, Path, description = "Message")),
    responses(
        (status = 200, body = MessageView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn show_message(
    State(state): State<AppState>,
    staff: Staff<may::InboxView>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MessageView>, Failure> {
    Ok(Json(inbox::show(&state, &staff, &id).await?))
}

/// Gives a message to somebody who looks after it
#[utoipa::path(
    put, path = "/desk/api/messages/{id}/assignee", tag = "desk", request_body = AssigneeDraft,
    params(("id" = String, Path, description = "Message")),
    responses(
        (status = 200, body = MessageView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "message_changed"),
    )
)]
async fn assign_message(
    State(state): State<AppState>,
    staff: Staff<may::InboxAnswer>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<AssigneeDraft>,
) -> Result<Json<MessageView>, Failure> {
    Ok(Json(inbox::assign(&state, &staff, &id, &draft).await?))
}

/// Answers a message by letter, ends it, or both
#[utoipa::path(
    post, path = "/desk/api/messages/{id}/answers", tag = "desk", request_body = MessageAnswerDraft,
    params(("id" = String, Path, description = "Message")),
    responses(
        (status = 200, body = MessageView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "message_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn answer_message(
    State(state): State<AppState>,
    staff: Staff<may::InboxAnswer>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<MessageAnswerDraft>,
) -> Result<Json<MessageView>, Failure> {
    Ok(Json(inbox::answer(&state, &staff, &id, &draft).await?))
}

/// Opens a form again that was closed
#[utoipa::path(
    post, path = "/desk/api/messages/{id}/reopen", tag = "desk", request_body = MessageReopenDraft,
    params(("id" = String, Path, description = "Message")),
    responses(
        (status = 200, body = MessageView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "message_changed"),
    )
)]
async fn reopen_message(
    State(state): State<AppState>,
    staff: Staff<may::InboxAnswer>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<MessageReopenDraft>,
) -> Result<Json<MessageView>, Failure> {
    Ok(Json(inbox::reopen(&state, &staff, &id, &draft).await?))
}

/// Writes a note for the house
#[utoipa::path(
    post, path = "/desk/api/messages/{id}/notes", tag = "desk", request_body = MessageNoteDraft,
    params(("id" = String, Path, description = "Message")),
    responses(
        (status = 200, body = MessageView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "message_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn note_message(
    State(state): State<AppState>,
    staff: Staff<may::InboxAnswer>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<MessageNoteDraft>,
) -> Result<Json<MessageView>, Failure> {
    Ok(Json(inbox::note(&state, &staff, &id, &draft).await?))
}

/// Who subscribed to the newsletter, the newest first
#[utoipa::path(
    get, path = "/desk/api/newsletter", tag = "desk",
    params(
        ("site" = Option<String>, Query, description = "Site key"),
        ("status" = Option<String>, Query, description = "`waiting` for who did not confirm yet"),
        ("q" = Option<String>, Query, description = "A fragment of an address"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = SubscribersView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn list_subscribers(
    State(state): State<AppState>,
    staff: Staff<may::InboxView>,
    ApiQuery(ask): ApiQuery<SubscribersAsk>,
) -> Result<Json<SubscribersView>, Failure> {
    Ok(Json(newsletter::list(&state, &staff, &ask).await?))
}

/// Takes somebody off the newsletter
#[utoipa::path(
    delete, path = "/desk/api/newsletter/{id}", tag = "desk", params(("id" = String, Path, description = "Subscription")),
    responses(
        (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn remove_subscriber(
    State(state): State<AppState>,
    staff: Staff<may::InboxAnswer>,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, Failure> {
    newsletter::remove(&state, &staff, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Letters and messages to other systems that did not go out
#[utoipa::path(
    get, path = "/desk/api/jobs", tag = "desk",
    params(
        ("state" = Option<String>, Query, description = "`parked`, `held` or `waiting`; parked without it"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = JobsView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    )
)]
async fn list_jobs(
    State(state): State<AppState>,
    staff: Staff<may::JobsRetry>,
    ApiQuery(ask): ApiQuery<JobsAsk>,
) -> Result<Json<JobsView>, Failure> {
    Ok(Json(parked::list(&state, &staff, &ask).await?))
}

/// Puts one back on its way
#[utoipa::path(
    post, path = "/desk/api/jobs/{id}/retry", tag = "desk", params(("id" = String, Path, description = "Job")),
    responses(
        (status = 200, body = JobsView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn retry_job(
    State(state): State<AppState>,
    staff: Staff<may::JobsRetry>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<JobsView>, Failure> {
    Ok(Json(parked::settle(&state, &staff, &id, true).await?))
}

/// Takes one out: it is never sent
#[utoipa::path(
    post, path = "/desk/api/jobs/{id}/drop", tag = "desk", params(("id" = String, Path, description = "Job")),
    responses(
        (status = 200, body = JobsView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn drop_job(
    State(state): State<AppState>,
    staff: Staff<may::JobsRetry>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<JobsView>, Failure> {
    Ok(Json(parked::settle(&state, &staff, &id, false).await?))
}
