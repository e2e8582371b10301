//! Late shipments as they are asked for at the desk: what left late is a sum by day, counted with the event; what is late now
//! is read from the index of queues, as the queue of late orders is.

use std::{cmp::Reverse, collections::BTreeMap};

use fieldhouse_core::{
    brand::{Site, brand},
    orders::late::LATE_DAYS,
    sales::late::{LateMonthView, LateShipmentsView, csv_of_late, late_share, late_summary},
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;

use super::{
    period::DaysAsk,
    report::waiting,
    store::{list_shipments, shipment_row},
    taken_along,
};
use crate::{
    desk::{list, store::list_placed, wanted_sites},
    env::Env,
    staff::StaffMember,
};

/// Orders that are late now, told no further.
const MOST_LATE: u64 = 10_000;

/// What is told of a month.
#[derive(Default)]
struct Month {
    shipments: i64,
    late: i64,
    waiting: i64,
}

/// The month of a day.
fn month(day: &str) -> String {
    day.chars().take("YYYY-MM".len()).collect()
}

/// A report of them.
pub async fn report(env: &Env, member: &StaffMember, ask: &DaysAsk) -> Result<LateShipmentsView, Failure> {
    let sites = wanted_sites(member, Permission::OrdersView, &ask.site)?;
    let (from, to) = ask.period(env)?.texts();
    let db = env.db.late();
    // The last month first, and brands as everywhere else.
    let mut months: BTreeMap<(Reverse<String>, Site), Month> = BTreeMap::new();
    for shipment_row::Model { site, day, shipments, late } in list_shipments(db, &sites, (&from, &to)).await? {
        let told = months.entry((Reverse(month(&day)), *site)).or_default();
        told.shipments = told.shipments.saturating_add(shipments);
        told.late = told.late.saturating_add(late);
    }
    let wanted = list::late_between(env, &from, &to)?;
    let mut left = MOST_LATE.saturating_add(1);
    for site in &sites {
        for wanted in wanted.by_queue() {
            let placed = if left > 0 { list_placed(db, *site, &wanted, left).await? } else { Vec::new() };
            left = left.saturating_sub(u64::try_from(placed.len()).map_err(Failure::internal)?);
            for at in placed {
                let told = months.entry((Reverse(month(&env.day_of(at)?)), *site)).or_default();
                told.waiting = told.waiting.saturating_add(1);
            }
        }
    }
    let row = |((Reverse(month), site), told): ((Reverse<String>, Site), Month)| row(month, site, &told);
    let rows: Vec<LateMonthView> = months.into_iter().map(row).collect();
    let more = left == 0;
    let summary = late_summary(&rows, more);
    Ok(LateShipmentsView { from, to, late_days: LATE_DAYS, summary, rows, more, pending: waiting(env).await? })
}

fn row(month: String, site: Site, told: &Month) -> LateMonthView {
    let Month { shipments, late, waiting } = *told;
    LateMonthView {
        month,
        site: site.key().to_owned(),
        brand: brand(site).name.to_string(),
        shipments,
        late,
        share: late_share(late, shipments),
        waiting,
    }
}

/// The same as a CSV file, with its name.
pub async fn file(env: &Env, member: &StaffMember, ask: &DaysAsk) -> Result<(String, String), Failure> {
    let report = report(env, member, ask).await?;
    let name = ["late-", &report.from, "-", &report.to, ".csv"].concat();
    taken_along(env, member, &name, &ask.site, report.rows.len()).await?;
    Ok((name, csv_of_late(&report.rows)))
}
