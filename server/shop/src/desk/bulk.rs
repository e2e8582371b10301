//! Acts on several orders: one after the other, each in a transaction of its own, so that one that is refused stops no other.

use fieldhouse_core::orders::bulk::{BulkAct, BulkDraft, BulkResultView, BulkView, SeenOrder, check_bulk};
use fieldhouse_kernel::failure::{Failure, FailureKind};

use super::{
    acts::{self, NothingDraft, Seen},
    shipping::{self, PickDraft},
};
use crate::{staff::StaffMember, state::AppState};

/// Does something to several orders. What came of each.
pub async fn act(state: &AppState, member: &StaffMember, draft: &BulkDraft) -> Result<BulkView, Failure> {
    if let Some(refusal) = check_bulk(u32::try_from(draft.orders.len()).unwrap_or(u32::MAX)) {
        return Err(Failure::broken(vec![refusal]));
    }
    let mut told = BulkView::default();
    for SeenOrder { id, version } in &draft.orders {
        let version = *version;
        let made = match draft.act {
            BulkAct::Release => {
                acts::release_it(state, member, id, Seen { version, draft: NothingDraft::default() }).await
            }
            BulkAct::Hold => acts::hold_it(state, member, id, Seen { version, draft: draft.hold.clone() }).await,
            BulkAct::Pick => {
                shipping::pick_it(state, member, id, Seen { version, draft: PickDraft::default() }).await.map(drop)
            }
        };
        // Who is no longer let in is told so, and not order by order; so is what is wrong with us.
        let problem = match made {
            Err(failure) if failure.kind == FailureKind::Unauthenticated || !failure.is_the_callers() => {
                return Err(failure);
            }
            Err(failure) => failure.title,
            Ok(()) => String::new(),
        };
        told.done = told.done.saturating_add(u32::from(problem.is_empty()));
        told.results.push(BulkResultView { id: id.clone(), problem });
    }
    Ok(told)
}
