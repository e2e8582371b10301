//! Whether a code prices anything: asked of the price service for the cart's articles, judged by the
//! rules (cart §5). An outage is no verdict: the code is taken and its prices are to be confirmed.

use std::collections::BTreeSet;

use fieldhouse_core::{
    brand::{Site, brand},
    offers::{CodeKind, check_code_prices},
    pricing::{CodesDraft, ConditionHolder},
    rule::FieldError,
};
use fieldhouse_kernel::failure::Failure;

use crate::{
    buying::{
        cart::{
            store::{CartRow, list_lines},
            visit::buyer,
        },
        certificates,
        pricing::PriceAsk,
    },
    env::Env,
    finding::catalog::Catalog,
    session::Visitor,
    state::AppState,
};

/// What keeps a code from being taken, by the prices of the cart's articles. Without articles a flyer
/// code is taken when the store knows it, and a program id is tried on one article (decisions: program ids).
pub async fn of(
    state: &AppState,
    visitor: &Visitor,
    cart: Option<&CartRow>,
    kind: CodeKind,
    code: &str,
) -> Result<Option<FieldError>, Failure> {
    let mut skus = BTreeSet::new();
    if let Some(cart) = cart {
        skus.extend(list_lines(state.db.read(), &cart.id).await?.into_iter().map(|line| line.sku));
    }
    if skus.is_empty() {
        match (is_known(state, visitor.site, kind, code), kind) {
            (Some(true), _) | (None, CodeKind::Offer) => return Ok(None),
            (Some(false), _) => return Ok(check_code_prices(kind, &[])),
            (None, CodeKind::Program) => skus.extend(probe(&state.catalog.load(), visitor.site)),
        }
    }
    let ask = PriceAsk::new(visitor.site, buyer(state, visitor).await?, alone(kind, code), skus.into_iter().collect());
    let Ok(answers) = state.prices.personal(state, &ask).await else { return Ok(None) };
    let messages: Vec<String> = answers.into_iter().map(|answer| answer.message_code).collect();
    Ok(check_code_prices(kind, &messages))
}

/// Whether the store knows a code today; nothing when only an ERP does.
pub fn is_known(state: &AppState, site: Site, kind: CodeKind, code: &str) -> Option<bool> {
    let holder = match kind {
        CodeKind::Offer => ConditionHolder::FlyerCode(code.to_owned()),
        CodeKind::Program => ConditionHolder::ProgramId(code.to_owned()),
    };
    state.prices.knows(state, site, holder)
}

/// True for a flyer code that only a certificate may bring: one that certificates here come with, and that no
/// friendly code stands for. Certificates of a service outside are not known beforehand (decisions: codes).
pub async fn is_bound(env: &Env, site: Site, code: &str) -> Result<bool, Failure> {
    let db = env.db.read();
    let brought = certificates::store::brings_flyer(db, &brand(site).certificate_catalog, code).await?;
    Ok(brought && !crate::buying::offers::store::stands_for(db, site.key(), code).await?)
}

/// The code by itself: what another one prices says nothing about it.
fn alone(kind: CodeKind, code: &str) -> CodesDraft {
    let mut codes = CodesDraft::default();
    match kind {
        CodeKind::Offer => code.clone_into(&mut codes.flyer_code),
        CodeKind::Program => code.clone_into(&mut codes.program_id),
    }
    codes
}

/// One article that has a price, the same one each time.
fn probe(catalog: &Catalog, site: Site) -> Option<String> {
    let priced = catalog.products_of(site).filter(|product| !product.facts.call_to_order);
    let mut variants = priced.flat_map(|product| &product.variants).filter(|variant| variant.price.is_some());
    variants.next().map(|variant| variant.sku.to_string())
}
