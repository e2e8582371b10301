//! `/metrics` in the text form monitoring systems read: how each system outside stands, how often it answered, and
//! what was given up on the way to it (R80). Off unless configured (R67).

use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};
use fieldhouse_kernel::{
    jobs::{self, Count},
    upstream::{Upstream, breaker::Standing},
};

use fieldhouse_shop::{
    buying::{certificates::source::Certificates, offers::friendly::FriendlyCodes, pricing::PriceService},
    state::AppState,
};

/// The one route.
pub fn router() -> Router<AppState> {
    Router::new().route("/metrics", get(show))
}

async fn show(State(state): State<AppState>) -> impl IntoResponse {
    let prices = match &state.prices {
        PriceService::Erp(erp) => Some(&erp.outside),
        PriceService::Embedded(_) => None,
    };
    let certificates = match &state.certificates {
        Certificates::Service(service) => Some(&service.outside),
        Certificates::Embedded => None,
    };
    let redemptions = match &state.certificates {
        Certificates::Service(service) => Some(&service.redemptions),
        Certificates::Embedded => None,
    };
    let codes = match &state.friendly_codes {
        FriendlyCodes::Service(service) => Some(&service.outside),
        FriendlyCodes::Embedded => None,
    };
    let now = state.clock.millis();
    let content = state.content_service.as_ref().map(|service| &service.outside);
    let systems = [prices, state.erp_orders.as_ref(), certificates, redemptions, codes, content];
    let mut text: String = systems.into_iter().flatten().map(|system| lines(system, now)).collect();
    // While the database is away nobody knows; what is left out is not zero.
    if let Ok(counts) = jobs::counts(state.db.read()).await {
        text.extend(counts.iter().map(|count| job_lines(count, now)));
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

fn job_lines(Count { queue, state, jobs, oldest }: &Count, now: i64) -> String {
    let age = now.saturating_sub(*oldest).max(0) / 1000;
    format!(
        "fieldhouse_jobs{{queue=\"{queue}\",state=\"{state}\"}} {jobs}\n\
         fieldhouse_jobs_oldest_seconds{{queue=\"{queue}\",state=\"{state}\"}} {age}\n"
    )
}

fn lines(system: &Upstream, now: i64) -> String {
    let name = system.name;
    let standing = match system.breaker.standing(now) {
        Standing::Closed => 0,
        Standing::HalfOpen => 1,
        Standing::Open => 2,
    };
    let (answered, failed) = system.counts();
    format!(
        "fieldhouse_outside_breaker{{system=\"{name}\"}} {standing}\n\
         fieldhouse_outside_answered_total{{system=\"{name}\"}} {answered}\n\
         fieldhouse_outside_failed_total{{system=\"{name}\"}} {failed}\n"
    )
}
