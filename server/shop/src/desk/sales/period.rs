//! The days that a report is of.

use fieldhouse_core::sales::report::{MOST_DAYS, YEAR_DAYS};
use fieldhouse_kernel::failure::Failure;
use jiff::{ToSpan, civil::Date};
use serde::Deserialize;

use crate::env::Env;

/// Days of a report that asks for none, today included.
const DAYS: i64 = 30;

/// What a report of some brands' days is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DaysAsk {
    /// First day, YYYY-MM-DD in the store's time zone
    pub from: String,
    /// So many days up to the last, where no first day is told; 30 without either
    pub days: String,
    /// Last day; today without it
    pub to: String,
    /// Site key; all brands without it
    pub site: String,
}

impl DaysAsk {
    /// Its days.
    pub fn period(&self, env: &Env) -> Result<Period, Failure> {
        Period::read(env, (&self.from, &self.days, &self.to))
    }
}

/// Some days, and those they are held against.
pub struct Period {
    /// The first.
    pub from: Date,
    /// The last.
    pub to: Date,
}

impl Period {
    /// Reads a first day, a number of days and a last day as an address has them; 30 days up to today without any.
    pub fn read(env: &Env, (from, days, to): (&str, &str, &str)) -> Result<Self, Failure> {
        let day = |text: &str| text.parse::<Date>().map_err(|_| Failure::malformed("That is no day."));
        let to = if to.is_empty() { day(&env.today())? } else { day(to)? };
        let days = if days.is_empty() { Ok(DAYS) } else { days.parse() };
        let days = days.map(|days| days.clamp(0, MOST_DAYS.saturating_add(1)));
        let days = days.map_err(|_| Failure::malformed("That is no number of days."))?;
        let from = if from.is_empty() { before(to, days.saturating_sub(1))? } else { day(from)? };
        let period = Self { from, to };
        if from > to || period.days()?.len() > usize::try_from(MOST_DAYS).unwrap_or_default() {
            return Err(Failure::malformed("A report begins before it ends, and is of a year at most."));
        }
        // There is a year before it.
        period.year_before().map(|_| period)
    }

    /// The same weekdays a year before.
    pub fn year_before(&self) -> Result<Self, Failure> {
        Ok(Self { from: before(self.from, YEAR_DAYS)?, to: before(self.to, YEAR_DAYS)? })
    }

    /// Its days, no more than one too many.
    pub fn days(&self) -> Result<Vec<Date>, Failure> {
        let most = usize::try_from(MOST_DAYS.saturating_add(1)).map_err(Failure::internal)?;
        Ok(self.from.series(1.day()).take_while(|day| *day <= self.to).take(most).collect())
    }

    /// The first and the last, YYYY-MM-DD.
    pub fn texts(&self) -> (String, String) {
        (self.from.to_string(), self.to.to_string())
    }
}

/// The day so many days before another one.
pub fn before(day: Date, days: i64) -> Result<Date, Failure> {
    day.checked_sub(days.days()).map_err(|_| Failure::malformed("That is no day."))
}
