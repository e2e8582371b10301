//! From a price to an order.

pub mod cart;
pub mod cart_rows;
pub mod certificates;
pub mod checkout;
pub mod kept;
pub mod offers;
pub mod orders;
pub mod payments;
pub mod pricing;
pub mod quick_order;
pub mod requisitions;
pub mod roster;
pub mod sharing;
