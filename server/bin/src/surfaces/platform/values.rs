//! What all resources of the customer API are made of: money, times, references, custom fields, pages.

use fieldhouse_core::money::Cents;
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Ids of the custom types; they never change.
pub mod types {
    /// Of a customer: `customer_classification_id` (account §3).
    pub const CUSTOMER: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e01";
    /// Of an address: `address_type` (account §3).
    pub const ADDRESS: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e02";
    /// Of a line item: `freeForm`.
    pub const LINE_ITEM: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e03";
    /// Of a payment: `certificate_number`, `po_number`, `exp_month`, `exp_year` (account §3).
    pub const PAYMENT: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e06";
    /// Of a business unit: its parties (account §3).
    pub const BUSINESS_UNIT: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e07";
    /// Of products: they differ by their attributes alone.
    pub const PRODUCT: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e04";
}

/// All prices are in it (account §9).
pub const CURRENCY: &str = "USD";

/// An amount.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    /// Always `centPrecision`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Always `USD`.
    currency_code: &'static str,
    /// Cents.
    cent_amount: i64,
    /// Always 2.
    fraction_digits: u8,
}

/// An amount.
pub const fn money(cents: Cents) -> Money {
    Money { kind: "centPrecision", currency_code: CURRENCY, cent_amount: cents.get(), fraction_digits: 2 }
}

/// An amount as clients send it. What it may be is decided where it is used; none is ever believed.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoneyDraft {
    /// Sent along by clients that read it before.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Three letters.
    pub currency_code: String,
    /// Cents.
    pub cent_amount: i64,
    /// Sent along by clients that read it before.
    #[serde(default)]
    pub fraction_digits: Option<u8>,
}

impl MoneyDraft {
    /// True for US dollars in cents: a currency of no or of three digits would be off by a power of ten.
    pub fn is_dollars(&self) -> bool {
        self.currency_code == CURRENCY
            && self.fraction_digits.is_none_or(|digits| digits == 2)
            && self.kind.as_deref().is_none_or(|kind| kind == "centPrecision")
    }
}

/// ISO 8601 with milliseconds, UTC.
pub fn time(millis: i64) -> Result<String, Failure> {
    let time = Timestamp::from_millisecond(millis).map_err(Failure::internal)?;
    Ok(format!("{time:.3}"))
}

/// A text in the one language there is.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Localized {
    /// English.
    pub en: String,
}

/// Points at a resource by its id.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Kind of resource.
    pub type_id: &'static str,
    /// Its id.
    pub id: String,
}

/// Points at a resource by its key.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyReference {
    /// Kind of resource.
    pub type_id: &'static str,
    /// Its key.
    pub key: String,
}

impl KeyReference {
    /// A store.
    pub fn store(site: &str) -> Self {
        Self { type_id: "store", key: site.to_owned() }
    }
}

/// Fields of our own on a resource.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Custom<T> {
    /// Their type.
    #[serde(rename = "type")]
    kind: Reference,
    /// Their values.
    fields: T,
}

impl<T> Custom<T> {
    /// Fields of a type.
    pub fn new(kind: &str, fields: T) -> Self {
        Self { kind: Reference { type_id: "type", id: kind.to_owned() }, fields }
    }
}

/// A resource as clients point at it.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Identifier {
    /// Kind of resource.
    #[serde(default)]
    pub type_id: Option<String>,
    /// Its id.
    #[serde(default)]
    pub id: Option<String>,
    /// Its key.
    #[serde(default)]
    pub key: Option<String>,
}

/// Custom fields as clients send them.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomDraft<T> {
    /// Their type; each resource has one.
    #[serde(rename = "type")]
    #[schema(ignore)]
    pub kind: Identifier,
    /// Their values.
    #[serde(default = "Option::default")]
    pub fields: Option<T>,
}

/// A part of a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Page<T> {
    limit: usize,
    offset: usize,
    count: usize,
    total: usize,
    results: Vec<T>,
}

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy)]
pub struct PageAsk {
    limit: usize,
    offset: usize,
}

impl PageAsk {
    /// Reads `limit` (20 unless told, at most 500) and `offset` (at most 10,000).
    pub fn read(query: &QueryPairs) -> Result<Self, Failure> {
        let number = |name: &str, least: usize, most: usize, default: usize| {
            let Some(text) = query.one(name)? else { return Ok(default) };
            let digits = text.bytes().all(|b| b.is_ascii_digit());
            let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
            number.ok_or_else(|| {
                Failure::malformed(format!("\u{2018}{name}\u{2019} must be a number from {least} to {most}."))
            })
        };
        Ok(Self { limit: number("limit", 0, 500, 20)?, offset: number("offset", 0, 10_000, 0)? })
    }

    /// Rows to skip and to take.
    pub const fn window(self) -> (usize, usize) {
        (self.offset, self.limit)
    }

    /// That part of a list that is here whole.
    pub fn cut<T>(self, all: Vec<T>) -> Page<T> {
        let total = all.len();
        self.page(all.into_iter().skip(self.offset).take(self.limit).collect(), total)
    }

    /// The part that was found.
    pub fn page<T>(self, results: Vec<T>, total: usize) -> Page<T> {
        Page { limit: self.limit, offset: self.offset, count: results.len(), total, results }
    }
}

/// True when the query asks to have `path` in place. Unknown paths name nothing and change nothing.
pub fn expands(query: &QueryPairs, path: &str) -> bool {
    query.all("expand").any(|asked| asked == path)
}

/// The version a deletion names.
pub fn version(query: &QueryPairs) -> Result<i64, Failure> {
    let text = query.one("version")?.ok_or_else(|| Failure::malformed("\u{2018}version\u{2019} is missing."))?;
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let version = text.parse().ok().filter(|_| digits);
    version.ok_or_else(|| Failure::malformed("\u{2018}version\u{2019} must be a number."))
}

/// A broken rule at a place of the body.
pub fn at(prefix: &str, failure: Failure) -> Failure {
    let mut failure = failure;
    for error in &mut failure.errors {
        error.field = match error.field.as_str() {
            "" => prefix.to_owned(),
            field => [prefix, ".", field].concat(),
        };
    }
    failure
}
