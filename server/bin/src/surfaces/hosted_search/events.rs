//! What front ends tell of clicks and conversions: counted like the storefront's own events, the last word of a
//! ranking (decision 0013). Who tells is an address, not the token it sends along: that can be made up.

use fieldhouse_kernel::{failure::Failure, http::address::ClientAddress};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use fieldhouse_core::brand::Site;

use super::{
    errors::invalid,
    indexes::{self, Holds, Index},
};
use fieldhouse_shop::{
    finding::analytics::{Act, Who},
    limits::rate::network,
    state::AppState,
};

/// Events of a request, and objects of an event.
const MOST_EVENTS: usize = 100;
const MOST_OBJECTS: usize = 20;

/// Type of events that tell which widgets a page is made of.
const OF_THE_LIBRARY: &str = "instantsearch";

/// `POST /1/events`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InsightsDraft {
    /// At most 100.
    events: Vec<InsightDraft>,
}

/// Something done with objects of an index. Fields that say more than that are left aside.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InsightDraft {
    /// `click`, `conversion` or `view`.
    event_type: String,
    /// `addToCart` or `purchase`, of a conversion.
    event_subtype: Option<String>,
    /// What the front end calls it.
    event_name: String,
    /// Index; of all that counts.
    #[serde(default)]
    index: String,
    /// At most 20.
    #[serde(rename = "objectIDs", default)]
    object_ids: Vec<String>,
    /// Whoever it was, as the front end knows them; nothing is kept of it.
    #[serde(rename = "userToken")]
    _user_token: Value,
}

impl InsightDraft {
    /// What counts of it; a view and a conversion of another kind do not.
    fn act(&self) -> Result<Option<Act>, Failure> {
        match (self.event_type.as_str(), self.event_subtype.as_deref()) {
            ("click", _) => Ok(Some(Act::Click)),
            ("conversion", Some("addToCart" | "purchase")) => Ok(Some(Act::AddedToCart)),
            ("conversion" | "view", None) => Ok(None),
            ("conversion", Some(_)) => Err(invalid("eventSubtype must be addToCart or purchase")),
            ("view", Some(_)) => Err(invalid("eventSubtype belongs to conversions")),
            _ => Err(invalid("eventType must be click, conversion or view")),
        }
    }
}

/// Counts events: of an address one a product, act and day.
pub fn count(state: &AppState, site: Site, from: ClientAddress, draft: &InsightsDraft) -> Result<(), Failure> {
    if draft.events.len() > MOST_EVENTS {
        return Err(invalid("At most 100 events can be sent at once"));
    }
    let who = Who::Address(network(from.0));
    // Every page of hits is told as seen: that is one event, however many hits there are.
    let counts = |event: &InsightDraft| ["click", "conversion"].contains(&event.event_type.as_str());
    let weight = |event: &InsightDraft| if counts(event) { event.object_ids.len().max(1) } else { 1 };
    let objects: usize = draft.events.iter().map(weight).sum();
    state.interest.admit(who, objects, state.clock.millis())?;
    let mut acts = Vec::new();
    // What the library tells of itself when a page starts is nobody's act.
    for event in draft.events.iter().filter(|event| event.event_type != OF_THE_LIBRARY) {
        let Index { holds, .. } = indexes::open(site, event.index.clone())?;
        if event.object_ids.len() > MOST_OBJECTS {
            return Err(invalid("An event names at most 20 objects"));
        }
        if event.event_name.is_empty() || event.event_name.chars().count() > 64 {
            return Err(invalid("eventName must have 1 to 64 characters"));
        }
        if let (Some(act), Holds::Products(_)) = (event.act()?, holds) {
            acts.push((act, &event.object_ids));
        }
    }
    let (catalog, today) = (state.catalog.load(), state.today());
    for (act, objects) in acts {
        for product in objects.iter().filter_map(|id| catalog.by_id(site, id)) {
            state.interest.count(site, &product.facts.id, act, who, &today);
        }
    }
    Ok(())
}
