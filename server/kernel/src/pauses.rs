//! Places between a check and the write it is for, where a test holds rivals until all have checked (R19). In a
//! release there is nothing to hold anybody with.

#[cfg(debug_assertions)]
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

#[cfg(debug_assertions)]
use tokio::sync::Barrier;

/// Where rivals can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PausePoint {
    /// A registration was checked, nothing is written.
    Register,
    /// A link was found to be good, no password is written.
    Reset,
    /// The present password was right, the new one is not written.
    UpdatePassword,
    /// A customer was found, the default address is not written.
    DefaultAddress,
    /// A certificate was found usable, it is not on the cart.
    Redeem,
    /// An order was asked for, nothing of it is written.
    PlaceOrder,
}

/// Who is held where.
#[derive(Debug, Default)]
pub struct Pauses {
    #[cfg(debug_assertions)]
    gates: Mutex<HashMap<PausePoint, Arc<Barrier>>>,
}

#[cfg(debug_assertions)]
impl Pauses {
    /// Holds whoever comes to `place` until `rivals` are there.
    pub fn hold(&self, place: PausePoint, rivals: usize) {
        self.gates.lock().unwrap_or_else(PoisonError::into_inner).insert(place, Arc::new(Barrier::new(rivals)));
    }

    /// Lets everybody through again.
    pub fn open(&self, place: PausePoint) {
        self.gates.lock().unwrap_or_else(PoisonError::into_inner).remove(&place);
    }

    /// Goes on when nobody is held here, or all rivals have come.
    pub async fn reach(&self, place: PausePoint) {
        let gate = self.gates.lock().unwrap_or_else(PoisonError::into_inner).get(&place).cloned();
        if let Some(gate) = gate {
            gate.wait().await;
        }
    }
}

#[cfg(not(debug_assertions))]
impl Pauses {
    /// Goes on.
    #[expect(clippy::unused_async, reason = "the same signature as where somebody can be held")]
    pub async fn reach(&self, _place: PausePoint) {}
}
