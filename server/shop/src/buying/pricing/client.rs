//! Personal prices of an ERP over HTTP: `POST {base}/price-personalized/all/`, one question for many
//! skus. An answer is taken whole or not at all: what is odd in one line makes none of it trusted (R33).

use std::collections::HashMap;

use fieldhouse_core::{
    money::Cents,
    pricing::{PersonalPriceDraft, personal_price},
};
use fieldhouse_kernel::{
    clock::Clock,
    upstream::{Limits, Question, Upstream, UpstreamError, cache::CachedAnswers, read_ok},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PersonalAnswer, PriceAsk, PriceOutage};

/// Answers kept: about 20 MB.
const KEPT: u64 = 50_000;
/// An answer is shown again for so long before it is asked anew.
const FRESH_MILLIS: i64 = 5 * 60_000;
/// Longest message code.
const LONGEST_MESSAGE: usize = 32;

/// The ERP's price service.
#[derive(Debug)]
pub struct ErpPrices {
    /// The guard.
    pub upstream: Upstream,
    kept: CachedAnswers<PersonalAnswer>,
}

/// What is asked (cart §7), with the buyer as the session says.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AskBody<'a> {
    store_key: &'static str,
    flyer: &'a str,
    program_id: &'a str,
    customer: String,
    sold_to: &'a str,
    products: Vec<AskedProduct<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AskedProduct<'a> {
    sku: &'a str,
    quantity: u32,
    flyer: &'a str,
    program_id: &'a str,
}

#[derive(Deserialize)]
struct AnswerBody {
    data: AnswerData,
}

#[derive(Deserialize)]
struct AnswerData {
    results: Vec<AnswerLine>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerLine {
    sku: String,
    #[serde(default)]
    unit_price: Value,
    #[serde(default)]
    currency_code: Option<String>,
    #[serde(default)]
    metadata: Option<AnswerMetadata>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerMetadata {
    #[serde(default)]
    message_code: Option<String>,
}

impl ErpPrices {
    /// A client of the ERP at a base address.
    pub fn new(base: &str, token: &str, limits: Limits) -> anyhow::Result<Self> {
        Ok(Self {
            upstream: Upstream::new("erp-prices", base, token, limits)?,
            kept: CachedAnswers::new(KEPT, FRESH_MILLIS),
        })
    }

    /// The answers for all skus asked, in their order; `anew` asks for all of them, whatever is kept.
    pub async fn answer(&self, clock: &Clock, ask: &PriceAsk, anew: bool) -> Result<Vec<PersonalAnswer>, PriceOutage> {
        let now = clock.millis();
        let mut found: HashMap<&str, PersonalAnswer> = HashMap::new();
        if !anew {
            for sku in &ask.skus {
                if let Some((_, answer)) = self.kept.get(&key(ask, sku), now) {
                    found.insert(sku, answer);
                }
            }
        }
        let missing: Vec<&str> = ask.skus.iter().map(String::as_str).filter(|sku| !found.contains_key(sku)).collect();
        if !missing.is_empty() {
            let body = body(ask, &missing);
            let question =
                Question::post("price-personalized/all/", &body).map_err(|_| PriceOutage(UpstreamError::Unreadable))?;
            let answers =
                self.upstream.ask(clock, question, |status, bytes| read(ask, &missing, read_ok(status, bytes)?));
            for (sku, answer) in missing.iter().zip(answers.await.map_err(PriceOutage)?) {
                self.kept.put(key(ask, sku), now, answer.clone());
                found.insert(sku, answer);
            }
        }
        Ok(ask.skus.iter().filter_map(|sku| found.get(sku.as_str()).cloned()).collect())
    }
}

/// Everything an answer depends on, the buyer first of all: no other buyer is ever shown it (R32).
fn key(ask: &PriceAsk, sku: &str) -> String {
    let customer = ask.buyer.customer.map(|id| id.to_string()).unwrap_or_default();
    let quantity = ask.quantity.to_string();
    let codes = &ask.codes;
    [ask.site.key(), codes.flyer(), &codes.program_id, &customer, &ask.buyer.sold_to, &quantity, sku].join("\u{1f}")
}

fn body<'a>(ask: &'a PriceAsk, skus: &[&'a str]) -> AskBody<'a> {
    let (flyer, program_id) = (ask.codes.flyer(), ask.codes.program_id.as_str());
    AskBody {
        store_key: ask.site.key(),
        flyer,
        program_id,
        customer: ask.buyer.customer.map(|id| id.to_string()).unwrap_or_default(),
        sold_to: &ask.buyer.sold_to,
        products: skus.iter().map(|sku| AskedProduct { sku, quantity: ask.quantity, flyer, program_id }).collect(),
    }
}

/// The answers in the order asked: every sku once and no other, every price one that can be charged.
fn read(ask: &PriceAsk, skus: &[&str], body: AnswerBody) -> Result<Vec<PersonalAnswer>, UpstreamError> {
    if body.data.results.len() != skus.len() {
        return Err(UpstreamError::Unreadable);
    }
    let mut lines: HashMap<String, AnswerLine> =
        body.data.results.into_iter().map(|line| (line.sku.clone(), line)).collect();
    skus.iter().map(|sku| read_line(ask, lines.remove(*sku).ok_or(UpstreamError::Unreadable)?)).collect()
}

fn read_line(ask: &PriceAsk, line: AnswerLine) -> Result<PersonalAnswer, UpstreamError> {
    let message_code = line.metadata.and_then(|metadata| metadata.message_code).unwrap_or_default();
    if message_code.len() > LONGEST_MESSAGE || !message_code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(UpstreamError::Unreadable);
    }
    let unit_price = match line.unit_price {
        Value::Null => None,
        Value::String(text) => Some(charged(text, line.currency_code)?),
        Value::Number(number) => Some(charged(number.to_string(), line.currency_code)?),
        _ => return Err(UpstreamError::Unreadable),
    };
    let by_flyer = unit_price.is_some() && message_code != fieldhouse_core::offers::NOT_PRICED;
    Ok(PersonalAnswer {
        sku: line.sku,
        unit_price,
        message_code,
        promo_code: if by_flyer { ask.codes.flyer() } else { "" }.to_owned(),
    })
}

fn charged(unit_price: String, currency_code: Option<String>) -> Result<Cents, UpstreamError> {
    let draft = PersonalPriceDraft { unit_price, currency_code: currency_code.unwrap_or_default() };
    personal_price(&draft).ok_or(UpstreamError::Unreadable)
}
