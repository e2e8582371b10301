//! Loading the demo: several commits, so that it is noted when it begins and when it is done. One that was killed in
//! between is loaded again at the next start, over what it left (R71).

use anyhow::Context;
use fieldhouse_kernel::db::WriteTx;

use super::store;
use fieldhouse_shop::{
    buying::certificates::import as certificates,
    finding::catalog::{self, update::Changes},
    state::AppState,
};

/// Name of the note.
const DEMO: &str = "demo";

/// True when an earlier process began to load the demo and did not finish.
pub async fn is_unfinished(state: &AppState) -> anyhow::Result<bool> {
    Ok(store::is_begun(state.db.read(), DEMO).await?)
}

/// Puts catalogue, customers, certificates, codes and prices into the database, over an earlier demo. Whoever calls
/// is alone with the database.
pub async fn load(state: &AppState) -> anyhow::Result<Changes> {
    let tx = begin(state).await?;
    store::begin(&tx, DEMO, state.clock.millis()).await?;
    tx.commit().await?;
    let changes = catalog::load_demo(&state.db, super::records()).await.context("cannot load the demo catalog")?;
    super::customers::load(state).await.context("cannot load the demo customers")?;
    certificates::apply(&state.db, &super::certificates::certificates(), false)
        .await
        .context("cannot load the demo certificates")?;
    super::offers::load(state).await.context("cannot load the demo codes")?;
    super::prices::load(state).await.context("cannot load the demo prices")?;
    let tx = begin(state).await?;
    store::finish(&tx, DEMO).await?;
    tx.commit().await?;
    Ok(changes)
}

async fn begin(state: &AppState) -> anyhow::Result<WriteTx> {
    Ok(state.db.write_durable().await?)
}
