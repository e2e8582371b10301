//! Letters to look at: what a brand sends, written of its last order that has such a letter, or of sample facts where there
//! is none or whoever looks may not see orders. Nothing is left, and no link of it opens anything.

use anyhow::Context;
use fieldhouse_core::{
    brand::{Site, brand},
    letters::LetterKind,
    people::approval::Decision,
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use serde::Serialize;
use serde_json::json;

use super::switches::named;
use crate::{
    buying::orders::{
        approvals::{self, Asked, OrderLink},
        letters::{PlacedFacts, write_placed},
        store::OrderRow,
    },
    desk::{
        self,
        inbox::letters::write_answered,
        letters::{Told, of_event},
        store::{Wanted, list_orders},
    },
    events::store::list_last_of,
    mail::{
        layout::{Addressee, Letter},
        ordered::{Ordered, OrderedLine},
    },
    people::{account, change_requests, members},
    publishing::{forms, newsletter},
    staff::{self, StaffMember},
    state::AppState,
};

/// How many of a brand's last orders are looked through for one that has such a letter.
const LOOKED_AT: u64 = 50;
/// Where links of a letter lead that is only looked at.
const NOWHERE: &str = "/order/look-up";
/// Of whom sample facts tell.
const SAMPLE: &str = "pat@example.com";
const SAMPLE_NUMBER: &str = "100023";

/// A letter to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterPreviewView {
    /// Its subject.
    pub subject: String,
    /// As plain text.
    pub text: String,
    /// What it was written of: 'Order FH-100023', 'Sample facts'.
    pub about: String,
}

/// A letter with what it was written of.
struct Written {
    letter: Letter,
    site: Site,
    about: String,
}

/// Subject and text of a letter of a brand.
pub async fn show(state: &AppState, member: &StaffMember, address: (&str, &str)) -> Result<LetterPreviewView, Failure> {
    let Written { letter, site, about } = written(state, member, address).await?;
    Ok(LetterPreviewView { text: letter.text(brand(site)), subject: letter.subject, about })
}

/// The same letter as HTML.
pub async fn page(state: &AppState, member: &StaffMember, address: (&str, &str)) -> Result<String, Failure> {
    let Written { letter, site, .. } = written(state, member, address).await?;
    Ok(letter.html(brand(site)))
}

async fn written(state: &AppState, member: &StaffMember, address: (&str, &str)) -> Result<Written, Failure> {
    let (site, kind) = named(member, Permission::SettingsView, address)?;
    let home = state.hosts.home(site, &state.config);
    let to = Addressee { brand: brand(site), home, recipient: SAMPLE, subject: "" };
    let sees = [Permission::OrdersView, Permission::AmountsView];
    if sees.into_iter().all(|permission| member.grants.may(permission, site)) {
        let last = of_last_order(state, site, kind, &to).await.map_err(Failure::internal)?;
        if let Some((number, letter)) = last {
            return Ok(Written { letter, site, about: format!("Order {number}") });
        }
    }
    let letter = of_samples(kind, &to).context("no sample of a letter").map_err(Failure::internal)?;
    Ok(Written { letter, site, about: "Sample facts".to_owned() })
}

/// Of the last order of a brand that has such a letter, with its number.
async fn of_last_order(
    state: &AppState,
    site: Site,
    kind: LetterKind,
    to: &Addressee<'_>,
) -> anyhow::Result<Option<(String, Letter)>> {
    if !kind.is_about_an_order() {
        return Ok(None);
    }
    let db = state.db.read();
    let orders = list_orders(db, site, &Wanted::default(), None, LOOKED_AT).await?;
    if let Some(event) = desk::letters::event_of(kind) {
        let ids = orders.into_iter().map(|order| order.id).collect();
        let told = |event: &crate::events::store::EventRow| matches!(of_event(event, &[]), Ok(Some(of)) if of == kind);
        let last = list_last_of(db, event, ids, LOOKED_AT).await?.into_iter().find(told);
        let Some(event) = last else { return Ok(None) };
        let told = Told { path: NOWHERE.to_owned(), ..Told::load(state, kind, &event.seq.to_string()).await? };
        return Ok(desk::letters::write(kind, to, &told).map(|letter| (told.number, letter)));
    }
    if kind == LetterKind::OrderPlaced {
        let Some(order) = orders.into_iter().next() else { return Ok(None) };
        let view = crate::buying::orders::view(order, None, false).map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        let facts = PlacedFacts::of(&view);
        return Ok(Some((facts.number.clone(), write_placed(to, &facts, NOWHERE))));
    }
    let Some(id) = last_asked(state, kind, &orders).await? else { return Ok(None) };
    let Some(asked) = approvals::letter(state, &id, "").await? else { return Ok(None) };
    let number = asked.number.clone();
    Ok(of_asked(kind, to, Asked { link: Some(nowhere()), ..asked }).map(|letter| (number, letter)))
}

/// The last of some orders that was to be approved; for a letter of a decision, about which it was decided.
async fn last_asked(state: &AppState, kind: LetterKind, orders: &[OrderRow]) -> anyhow::Result<Option<String>> {
    let ids = orders.iter().map(|order| order.id.clone()).collect();
    let asked = approvals::store::list_approvals_of(state.db.read(), ids).await?;
    let fits = |id: &String| {
        let row = asked.iter().find(|row| &row.order_id == id);
        row.is_some_and(|row| kind != LetterKind::OrderDecided || row.decided_at.is_some())
    };
    Ok(orders.iter().map(|order| order.id.clone()).find(fits))
}

fn nowhere() -> OrderLink {
    OrderLink { id: String::new(), path: NOWHERE.to_owned() }
}

fn of_asked(kind: LetterKind, to: &Addressee<'_>, asked: Asked) -> Option<Letter> {
    match kind {
        LetterKind::OrderWaiting => Some(approvals::letters::write_waiting(to, asked)),
        LetterKind::ApprovalAsked => Some(approvals::letters::write_asked(to, asked)),
        LetterKind::OrderDecided => Some(approvals::letters::write_decided(to, asked)),
        _ => None,
    }
}

/// Of facts that are nobody's.
fn of_samples(kind: LetterKind, to: &Addressee<'_>) -> Option<Letter> {
    let link = || to.home.clone();
    let answers = [("Name".to_owned(), "Pat Lopez".to_owned()), ("Message".to_owned(), "Do you print?".to_owned())];
    let unit = "Lincoln High School";
    Some(match kind {
        LetterKind::OrderPlaced => write_placed(to, &sample_order(), NOWHERE),
        LetterKind::OrderWaiting | LetterKind::ApprovalAsked | LetterKind::OrderDecided => {
            let PlacedFacts { number, total, ordered, .. } = sample_order();
            let asked = Asked {
                link: Some(nowhere()),
                number,
                unit: unit.to_owned(),
                buyer: "Pat Lopez".to_owned(),
                total,
                decision: Decision::Approved,
                decider: "Kim Lee".to_owned(),
                note: String::new(),
                frees: true,
                ordered,
            };
            return of_asked(kind, to, asked);
        }
        LetterKind::OrderEdited
        | LetterKind::OrderShipped
        | LetterKind::OrderDelivered
        | LetterKind::OrderCancelled
        | LetterKind::OrderRestored
        | LetterKind::OrderCredited
        | LetterKind::OrderNoted => return desk::letters::write(kind, to, &sample_event()),
        LetterKind::FormSent => forms::letters::write_sent(to, "Contact us", &answers),
        LetterKind::MessageAnswered => write_answered(to, "Contact us", "Yes, names and numbers.", &answers),
        LetterKind::ChangeRequested => {
            change_requests::letters::write_requested(to, "bill to", &[("Request", "Another address".to_owned())])
        }
        LetterKind::ChangeRequestClosed => change_requests::letters::write_closed(to, "Pat", ("bill to", true, "")),
        LetterKind::NewsletterJoined => newsletter::letters::write_joined(to, link()),
        LetterKind::Welcome => account::letters::write_welcome(to, "Pat", Some(link())),
        LetterKind::ConfirmEmail => account::letters::write_confirm_email(to, "Pat", link()),
        LetterKind::Reset => account::letters::write_reset(to, "Pat", "sample"),
        LetterKind::PasswordChanged => account::letters::write_password_changed(to, "Pat"),
        LetterKind::EmailChanged => account::letters::write_email_changed(to, "Pat"),
        LetterKind::Invitation => members::letters::write_invitation(to, (unit, "Kim Lee", "buyer"), "sample"),
        LetterKind::StaffInvitation => staff::letters::write_staff_invitation(to, "Kim Lee", link()),
    })
}

fn sample_order() -> PlacedFacts {
    let sum = |label: &str, text: &str| (label.to_owned(), text.to_owned());
    PlacedFacts {
        number: SAMPLE_NUMBER.to_owned(),
        pieces: 12,
        total: "$491.88".to_owned(),
        ordered: Ordered {
            facts: vec![
                ("Purchase order", vec!["PO-4711".to_owned()]),
                ("Ship to", vec!["Pat Lopez".to_owned(), "1 Main St".to_owned(), "Dallas, TX 75201".to_owned()]),
            ],
            lines: vec![OrderedLine {
                title: "12 \u{d7} Match Soccer Ball".to_owned(),
                article: "BAL100, Color: White, Size: 5".to_owned(),
                unit: "$39.99 each".to_owned(),
                price: "$479.88".to_owned(),
                texts: Vec::new(),
            }],
            sums: vec![sum("Merchandise", "$479.88"), sum("Freight", "$12.00"), sum("Total", "$491.88")],
        },
    }
}

fn sample_event() -> Told {
    Told {
        number: SAMPLE_NUMBER.to_owned(),
        path: NOWHERE.to_owned(),
        data: json!({
            "label": "Out of stock",
            "amount": "$12.00",
            "method": "Credit memo",
            "reason": "Freight",
            "note": "The white ones come a week later.",
            "changes": ["BAL100: 12 instead of 10"],
            "total": "The order comes to $491.88 now.",
        }),
        pieces: "12 \u{d7} Match Soccer Ball (BAL100), Color: White, Size: 5".to_owned(),
        parcels: "UPS 1Z999AA10123456784".to_owned(),
        links: Vec::new(),
        frees: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_sample_with_a_subject_and_in_its_brands_name() {
        for site in Site::all() {
            let brand = brand(site);
            let to = Addressee { brand, home: "http://x.test".to_owned(), recipient: SAMPLE, subject: "" };
            for kind in LetterKind::ALL {
                let letter = of_samples(*kind, &to).unwrap();
                assert!(!letter.subject.is_empty(), "{kind:?}");
                assert!(letter.text(brand).contains(&*brand.name), "{kind:?}");
            }
        }
    }
}
