//! Gift certificates: status, button states, amounts (cart §4).
