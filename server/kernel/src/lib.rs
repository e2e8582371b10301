//! What any service needs, and no word of the shop in it: what went wrong, time and chance, the database's handles,
//! snapshots in memory, the guard before systems upstream, the outbox, the accept loop and what handlers take from a
//! request. Imports the rules alone.

pub mod background;
pub mod clock;
pub mod db;
pub mod encryption;
pub mod failure;
pub mod files;
pub mod http;
pub mod jobs;
pub mod live;
pub mod logging;
pub mod metrics;
pub mod pauses;
pub mod tally;
pub mod token;
pub mod traces;
pub mod turns;
pub mod upstream;
