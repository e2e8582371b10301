//! Searches without a result as they are asked for at the desk, by who sees the catalog of a brand.

use fieldhouse_core::{
    brand::brand,
    sales::{
        missed::{MissedSearchView, MissedSearchesView, csv_of_missed, missed_summary},
        report::MOST_ROWS,
    },
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;

use super::{period::DaysAsk, taken_along};
use crate::{
    desk::wanted_sites,
    env::Env,
    finding::missed::store::{MissedSum, list_sums},
    staff::StaffMember,
};

/// Rows of a file: more than a day's texts of all brands over the days they are kept.
const MOST_OF_FILE: usize = 100_000;

async fn made(env: &Env, member: &StaffMember, ask: &DaysAsk, most: usize) -> Result<MissedSearchesView, Failure> {
    let sites = wanted_sites(member, Permission::CatalogueView, &ask.site)?;
    let (from, to) = ask.period(env)?.texts();
    let limit = u64::try_from(most.saturating_add(1)).map_err(Failure::internal)?;
    let mut sums = list_sums(env.db.late(), &sites, (&from, &to), limit).await?;
    let more = sums.len() > most;
    sums.truncate(most);
    let row = |MissedSum { site, text, searches, last }| MissedSearchView {
        site: site.key().to_owned(),
        brand: brand(*site).name.to_string(),
        text,
        searches,
        last,
    };
    let rows: Vec<MissedSearchView> = sums.into_iter().map(row).collect();
    Ok(MissedSearchesView { summary: missed_summary(&rows, more), from, to, rows })
}

/// A report of them.
pub async fn report(env: &Env, member: &StaffMember, ask: &DaysAsk) -> Result<MissedSearchesView, Failure> {
    made(env, member, ask, MOST_ROWS).await
}

/// All of them as a CSV file, with its name.
pub async fn file(env: &Env, member: &StaffMember, ask: &DaysAsk) -> Result<(String, String), Failure> {
    let report = made(env, member, ask, MOST_OF_FILE).await?;
    let name = ["searches-", &report.from, "-", &report.to, ".csv"].concat();
    taken_along(env, member, &name, &ask.site, report.rows.len()).await?;
    Ok((name, csv_of_missed(&report.rows)))
}
