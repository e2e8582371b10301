//! A cart shared by a link. What is in the cart at that moment is kept, so that the link goes on
//! showing it when the cart is changed or ordered; prices are never kept, they are those of whoever
//! looks. Names and numbers of players go along only when the owner asks for it.

pub mod store;

use fieldhouse_core::{
    brand::Site,
    cart::{
        AddLineDraft, CopiedCartView, ShareDraft, ShareView, SharedCartView, SharesView, check_share,
        lines::CartError,
        summary::{SummaryPage, summarize},
    },
    rule::Broken,
};
use fieldhouse_kernel::{failure::Failure, token};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    buying::cart::{
        self,
        edit::accept_some,
        personal::{Prices, Which},
        pool::{self, Line, evaluate},
        view,
    },
    env::Env,
    idempotency::{IdempotencyKey, StoredResponse},
    session::{Visitor, codes::Codes},
    state::AppState,
};
use store::ShareRow;

/// A season: links in old messages open nothing.
const LIFE_MILLIS: i64 = 90 * 24 * 60 * 60 * 1000;

/// A line as it was shared.
#[derive(Debug, Serialize, Deserialize)]
struct SharedLine {
    sku: String,
    quantity: u32,
    free_form: Vec<Vec<String>>,
}

/// Shares the visitor's cart as it is now.
pub async fn share(state: &AppState, visitor: &Visitor, draft: &ShareDraft) -> Result<ShareView, Failure> {
    let catalog = state.catalog.load_full();
    let empty = || Failure::broken(vec![CartError::Empty.at("lines")]);
    let priced = cart::find_priced(state, &catalog, visitor).await?.ok_or_else(empty)?;
    let lines: Vec<SharedLine> = priced
        .in_order()
        .into_iter()
        .map(|(line, _)| SharedLine {
            sku: line.row.sku.clone(),
            quantity: line.pieces(),
            free_form: if draft.with_texts { line.free_form.entries().to_vec() } else { Vec::new() },
        })
        .collect();
    if lines.is_empty() {
        return Err(empty());
    }
    let owner = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let (token, now) = (token::issue(&state.ids), state.clock.millis());
    let row = ShareRow {
        id: state.ids.random().to_string(),
        token_hash: token::hash(&token),
        site: visitor.site.key().to_owned(),
        visitor: owner.to_string(),
        lines: serde_json::to_string(&lines).map_err(Failure::internal)?,
        with_texts: draft.with_texts,
        total_quantity: i64::try_from(priced.sums.pieces).map_err(Failure::internal)?,
        created_at: now,
        expires_at: now.saturating_add(LIFE_MILLIS),
    };
    let tx = state.db.write().await?;
    let open = store::count_of(&tx, owner, now).await?;
    if let Some(error) = check_share(u32::try_from(open).unwrap_or(u32::MAX)) {
        return Err(Failure::broken(vec![error]));
    }
    store::insert(&tx, row.clone()).await?;
    tx.commit().await?;
    Ok(ShareView { path: ["/cart/shared/", &token].concat(), ..share_view(&row)? })
}

/// The visitor's open links.
pub async fn list(env: &Env, visitor: &Visitor) -> Result<SharesView, Failure> {
    let Some(known) = visitor.known().await? else { return Ok(SharesView { shares: Vec::new() }) };
    let rows = store::list_of(env.db.read(), known, env.clock.millis()).await?;
    Ok(SharesView { shares: rows.iter().map(share_view).collect::<Result<_, _>>()? })
}

/// Stops sharing: the link opens nothing from now on.
pub async fn stop(state: &AppState, visitor: &Visitor, id: &str) -> Result<SharesView, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let tx = state.db.write().await?;
    if !store::delete(&tx, known, id).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    list(state, visitor).await
}

/// What a link shows.
pub async fn show(state: &AppState, visitor: &Visitor, token: &str) -> Result<SharedCartView, Failure> {
    let catalog = state.catalog.load_full();
    let site = visitor.site;
    let row = load(state, site, token).await?;
    let shared = read(&row)?;
    let skus = shared.iter().map(|line| line.sku.clone()).collect();
    let prices = Prices::ask(state, visitor, None, skus, Which::All).await?;
    let mut lines = Vec::new();
    for (position, line) in (0_i64..).zip(shared) {
        let free_form = serde_json::to_string(&line.free_form).map_err(Failure::internal)?;
        let mut named = pool::new_row(position.to_string(), &row.id, &line.sku, (i64::from(line.quantity), free_form));
        prices.apply(&mut named, false);
        let mut line = Line::read(named, &catalog, site)?;
        line.row.position = position;
        // Lines of articles that are gone pool with nothing.
        if line.sellable.is_none() {
            line.row.product_id.clone_from(&line.row.sku);
        }
        lines.push(line);
    }
    let pools = evaluate(lines, site);
    let sums = pool::sums_of(&pools);
    Ok(SharedCartView {
        shared_at: time(row.created_at)?,
        with_texts: row.with_texts,
        items: view::cards(&pools),
        total_line_item_quantity: sums.pieces,
        line_count: sums.lines,
        summary: summarize(site, SummaryPage::Cart, &view::amounts(sums)),
    })
}

/// Adds what was shared to the visitor's cart, line by line as if it were typed anew: what can no longer
/// be bought, or needs names that were not shared, is left out and told.
pub async fn copy(
    state: &AppState,
    visitor: &Visitor,
    token: &str,
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let catalog = state.catalog.load_full();
    let row = load(state, visitor.site, token).await?;
    let drafts = read(&row)?.into_iter().map(|SharedLine { sku, quantity, free_form }| AddLineDraft {
        sku,
        quantity: i64::from(quantity),
        free_form,
    });
    let (accepted, left_out) = accept_some(&catalog, visitor.site, drafts);
    if accepted.is_empty() {
        return StoredResponse::done(&CopiedCartView { change: None, left_out });
    }
    cart::add_accepted(state, visitor, &catalog, &accepted, keyed, &Codes::default(), |change| {
        StoredResponse::done(&CopiedCartView { change: Some(change), left_out })
    })
    .await
}

async fn load(env: &Env, site: Site, token: &str) -> Result<ShareRow, Failure> {
    let found = store::find_by_token(env.db.read(), site.key(), &token::hash(token), env.clock.millis()).await?;
    found.ok_or_else(Failure::not_found)
}

fn read(row: &ShareRow) -> Result<Vec<SharedLine>, Failure> {
    serde_json::from_str(&row.lines).map_err(Failure::internal)
}

fn share_view(row: &ShareRow) -> Result<ShareView, Failure> {
    Ok(ShareView {
        id: row.id.clone(),
        path: String::new(),
        shared_at: time(row.created_at)?,
        expires_at: time(row.expires_at)?,
        total_line_item_quantity: u64::try_from(row.total_quantity).map_err(Failure::internal)?,
        with_texts: row.with_texts,
    })
}

fn time(millis: i64) -> Result<String, Failure> {
    Ok(Timestamp::from_millisecond(millis).map_err(Failure::internal)?.to_string())
}
