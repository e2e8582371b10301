//! Sales as they are asked for at the desk. Read from the figures by day alone, and shown as far as somebody may see amounts:
//! who sees the amount of every order of a brand can add them up.

use std::collections::{BTreeMap, HashMap};

use fieldhouse_core::{
    brand::{Site, brand},
    catalog::size_order,
    money::Cents,
    sales::{
        Moved, SalesFigures,
        file::csv_of_sales,
        report::{
            MOST_ROWS, SalesBy, SalesLinesView, SalesPointView, SalesReportView, SalesRowView, approvals_in_words,
            sales_caption, sales_line, sales_rows, sales_summary, sum_row,
        },
    },
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use jiff::civil::Date;
use serde::Deserialize;

use super::{
    period::{Period, before},
    store::{self, Figures, Grouped, SumRow},
    taken_along,
};
use crate::{
    desk::{sites, wanted_sites},
    env::Env,
    events::store::count_to_count,
    finding::catalog::Catalog,
    staff::StaffMember,
    state::AppState,
};

/// Days of the lines at home, today included.
const WEEK: i64 = 7;
/// Acts that are not counted yet, told no further.
const WAITING: u64 = 10_000;

/// What a report is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SalesAsk {
    /// First day, YYYY-MM-DD in the store's time zone
    pub from: String,
    /// So many days up to the last, where no first day is told; 30 without either
    pub days: String,
    /// Last day; today without it
    pub to: String,
    /// Site key; all brands without it
    pub site: String,
    /// Key of a business unit, of rows by day, brand or unit
    pub unit: String,
    /// Id of a product, of rows by day, brand, style or size
    pub style: String,
    /// What the rows are
    pub by: SalesBy,
}

/// Which figures answer a question.
fn figures(ask: &SalesAsk) -> Result<Figures, Failure> {
    let some = |key: &String| Some(key.clone()).filter(|key| !key.is_empty());
    let (unit, style) = (some(&ask.unit), some(&ask.style));
    let of_articles = style.is_some() || matches!(ask.by, SalesBy::Style | SalesBy::Size);
    let of_units = unit.is_some() || ask.by == SalesBy::Unit;
    match (of_articles, of_units) {
        (true, true) => Err(Failure::malformed("Styles and sizes are not counted by business unit.")),
        (true, false) => Ok(Figures::Articles(style)),
        (false, true) => Ok(Figures::Units(unit)),
        (false, false) => Ok(Figures::Brands),
    }
}

/// A key's figures and name.
#[derive(Default)]
struct Told {
    name: String,
    figures: SalesFigures,
    before: Cents,
}

/// What was read of a period and of the year before it, by key.
struct Read {
    now: Vec<SumRow>,
    before: Vec<SumRow>,
}

/// Questions of one report.
struct Asking<'a> {
    env: &'a Env,
    sites: Vec<Site>,
    figures: Figures,
    now: (String, String),
    before: (String, String),
}

impl Asking<'_> {
    async fn read(&self, by: Grouped) -> Result<Read, Failure> {
        let db = self.env.db.late();
        // All units together, and all articles, are the brand: its days are fewer.
        let figures = match &self.figures {
            Figures::Units(None) | Figures::Articles(None) if by == Grouped::Day => &Figures::Brands,
            figures => figures,
        };
        let of =
            async |(from, to): &(String, String)| store::list_sums(db, figures, (&self.sites, (from, to), by)).await;
        Ok(Read { now: of(&self.now).await?, before: of(&self.before).await? })
    }
}

impl Read {
    /// Added up by what a key stands for.
    fn told(self, key: impl Fn(&SumRow) -> String) -> BTreeMap<String, Told> {
        let mut told: BTreeMap<String, Told> = BTreeMap::new();
        for row in self.now {
            let entry = told.entry(key(&row)).or_default();
            entry.figures = entry.figures.with(*row.kind, moved(&row));
            entry.name = row.name;
        }
        for row in self.before {
            let entry = told.entry(key(&row)).or_default();
            let then = SalesFigures { net: entry.before, ..SalesFigures::default() }.with(*row.kind, moved(&row));
            entry.before = then.net;
            if entry.name.is_empty() {
                entry.name = row.name;
            }
        }
        told
    }
}

fn moved(row: &SumRow) -> Moved {
    Moved { orders: row.orders, pieces: row.pieces, amount: *row.amount_cents }
}

fn row_view((key, told): (String, Told)) -> SalesRowView {
    SalesRowView { name: told.name, figures: told.figures, before: told.before, share: String::new(), key }
}

/// 'Mon, Nov 23, 2026'.
fn day_name(day: Date) -> String {
    day.strftime("%a, %b %-d, %Y").to_string()
}

/// A report with so many rows at most.
async fn made(state: &AppState, member: &StaffMember, ask: &SalesAsk, most: usize) -> Result<SalesReportView, Failure> {
    let period = Period::read(state, (&ask.from, &ask.days, &ask.to))?;
    let year_before = period.year_before()?;
    let asking = Asking {
        env: state,
        sites: wanted_sites(member, Permission::AmountsView, &ask.site)?,
        figures: figures(ask)?,
        now: period.texts(),
        before: year_before.texts(),
    };
    let points = points(&asking, (&period, &year_before)).await?;
    let rows = match ask.by {
        SalesBy::Day => points.iter().map(|(row, _)| row.clone()).collect(),
        by => rows(state, &asking, by).await?,
    };
    let total = sum_row("All", &rows);
    let counts_orders = !matches!(asking.figures, Figures::Articles(_));
    let rows = sales_rows(rows, (ask.by, &total.figures), most);
    let points: Vec<SalesPointView> = points.into_iter().map(|(_, point)| point).collect();
    let decided = match asking.figures {
        Figures::Brands => {
            let (from, to) = &asking.now;
            store::list_decisions(state.db.late(), &asking.sites, (from, to)).await?
        }
        _ => Vec::new(),
    };
    let decided: Vec<(u32, i64)> =
        decided.into_iter().map(|(hours, many)| (u32::try_from(hours).unwrap_or(u32::MAX), many)).collect();
    let (from, to) = asking.now;
    let (before_from, before_to) = asking.before;
    Ok(SalesReportView {
        from,
        to,
        before_from,
        before_to,
        by: ask.by,
        counts_orders,
        unit_name: unit_name(state, &asking.sites, &ask.unit).await?,
        style_name: style_name(&state.catalog.load(), &asking.sites, &ask.style).unwrap_or_else(|| ask.style.clone()),
        summary: sales_summary(&total.figures, total.before, counts_orders),
        caption: sales_caption(&points),
        approvals: approvals_in_words(&decided),
        total,
        points,
        rows,
        waiting: waiting(state).await?,
    })
}

/// The days of a period as rows and as points of a chart: every one of them, whether something was sold or not.
async fn points(
    asking: &Asking<'_>,
    (period, year_before): (&Period, &Period),
) -> Result<Vec<(SalesRowView, SalesPointView)>, Failure> {
    let Read { now, before } = asking.read(Grouped::Day).await?;
    let mut days: HashMap<String, SalesFigures> = HashMap::new();
    for row in now.into_iter().chain(before) {
        let moved = moved(&row);
        let figures = days.entry(row.key).or_default();
        *figures = figures.with(*row.kind, moved);
    }
    let of = |day: &Date| days.get(&day.to_string()).copied().unwrap_or_default();
    let both = period.days()?.into_iter().zip(year_before.days()?);
    let point = |(day, then): (Date, Date)| {
        let (figures, before) = (of(&day), of(&then).net);
        let (key, name) = (day.to_string(), day_name(day));
        let point = SalesPointView { day: key.clone(), name: name.clone(), net: figures.net, before };
        (SalesRowView { key, name, figures, before, share: String::new() }, point)
    };
    Ok(both.map(point).collect())
}

/// The rows of a report that is not by day.
async fn rows(state: &AppState, asking: &Asking<'_>, by: SalesBy) -> Result<Vec<SalesRowView>, Failure> {
    let catalog = state.catalog.load();
    let of_key = |row: &SumRow| row.key.clone();
    let named = |(key, told): (String, Told), name: Option<String>| {
        let name = name.unwrap_or_else(|| told.name.clone());
        row_view((key, Told { name, ..told }))
    };
    Ok(match by {
        SalesBy::Unit => {
            let units = asking.read(Grouped::Unit).await?.told(of_key).into_iter();
            units
                .map(|(key, told)| {
                    let themselves = key.is_empty().then(|| "For themselves".to_owned());
                    named((key, told), themselves)
                })
                .collect()
        }
        SalesBy::Style => {
            let styles = asking.read(Grouped::Style).await?.told(of_key).into_iter();
            styles
                .map(|(key, told)| {
                    let name = style_name(&catalog, &asking.sites, &key);
                    named((key, told), name)
                })
                .collect()
        }
        SalesBy::Size => {
            let sizes = asking.read(Grouped::Sku).await?.told(|row| size_of(&catalog, &row.key));
            let mut rows: Vec<SalesRowView> = sizes
                .into_iter()
                .map(|(key, told)| {
                    let name = if key.is_empty() { "Without a size".to_owned() } else { key.clone() };
                    named((key, told), Some(name))
                })
                .collect();
            rows.sort_by(|one, other| {
                one.key.is_empty().cmp(&other.key.is_empty()).then_with(|| size_order(&one.key, &other.key))
            });
            rows
        }
        SalesBy::Day | SalesBy::Brand => {
            let brands = asking.read(Grouped::Site).await?.told(of_key).into_iter();
            brands
                .map(|(key, told)| {
                    let name = Site::parse(&key).map(|site| brand(site).name.to_string());
                    named((key, told), name)
                })
                .collect()
        }
    })
}

fn style_name(catalog: &Catalog, sites: &[Site], id: &str) -> Option<String> {
    if id.is_empty() {
        return Some(String::new());
    }
    sites.iter().find_map(|site| catalog.by_id(*site, id)).map(|product| product.facts.name.clone())
}

/// The size of an article that the catalog knows; else empty.
fn size_of(catalog: &Catalog, sku: &str) -> String {
    Site::all()
        .find_map(|site| catalog.sellable(site, sku))
        .map(|found| found.variant.size.to_string())
        .unwrap_or_default()
}

/// The name of the unit that a report is about.
async fn unit_name(env: &Env, sites: &[Site], unit: &str) -> Result<String, Failure> {
    if unit.is_empty() {
        return Ok(String::new());
    }
    let name = store::find_unit_name(env.db.read(), sites, unit).await?;
    Ok(name.unwrap_or_else(|| unit.to_owned()))
}

pub(super) async fn waiting(env: &Env) -> Result<u32, Failure> {
    u32::try_from(count_to_count(env.db.read(), WAITING).await?).map_err(Failure::internal)
}

/// A report of sales.
pub async fn report(state: &AppState, member: &StaffMember, ask: &SalesAsk) -> Result<SalesReportView, Failure> {
    made(state, member, ask, MOST_ROWS).await
}

/// All rows of it as a CSV file, with its name.
pub async fn file(state: &AppState, member: &StaffMember, ask: &SalesAsk) -> Result<(String, String), Failure> {
    let report = made(state, member, ask, usize::MAX).await?;
    let name = ["sales-", &report.from, "-", &report.to, ".csv"].concat();
    taken_along(state, member, &name, &ask.site, report.rows.len()).await?;
    Ok((name, csv_of_sales(report.counts_orders, &report.rows, &report.total)))
}

/// A line of each brand: today and the last seven days.
pub async fn lines(state: &AppState, member: &StaffMember) -> Result<SalesLinesView, Failure> {
    let today: Date = state.today().parse().map_err(Failure::internal)?;
    let week = Period { from: before(today, WEEK.saturating_sub(1))?, to: today };
    let asking = Asking {
        env: state,
        sites: sites(member, Permission::AmountsView),
        figures: Figures::Brands,
        now: week.texts(),
        before: week.year_before()?.texts(),
    };
    let mut of_week = asking.read(Grouped::Site).await?.told(|row| row.key.clone());
    let today = Asking { now: (today.to_string(), today.to_string()), sites: asking.sites.clone(), ..asking };
    let mut of_today = today.read(Grouped::Site).await?.told(|row| row.key.clone());
    let line = |site: &Site| {
        let week = of_week.remove(site.key()).unwrap_or_default();
        let today = of_today.remove(site.key()).unwrap_or_default();
        sales_line(site.key(), today.figures, week.figures, week.before)
    };
    Ok(SalesLinesView { lines: today.sites.iter().map(line).collect(), waiting: waiting(state).await? })
}
