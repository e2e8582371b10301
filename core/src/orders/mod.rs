//! Orders after they were placed: what happened to each line is a ledger that is only appended to, and everything that is
//! said of an order follows from it. Not here: placing (`checkout`), the rows (the server).

pub mod acts;
pub mod bulk;
pub mod buyers;
pub mod discount;
pub mod documents;
pub mod edit;
pub mod history;
pub mod hold;
pub mod invoice;
pub mod late;
pub mod ledger;
pub mod looking;
pub mod note;
pub mod players;
pub mod refund;
pub mod reorder;
pub mod saved;
pub mod season;
pub mod shipment;
pub mod status;
pub mod templates;
pub mod undo;
pub mod views;
