//! `fieldhouse doctor`: what each part uses and whether it works.

use std::process::ExitCode;

use crate::config::Config;

/// Prints one line a part; fails when one does not work.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let database = config.database_shown();
    let state = super::open(config).await?;
    let durable = state.db.check_durability().await;
    println!("{:<12} {database}", "database");
    match durable {
        Ok(how) => println!("{:<12} {how}", "durability"),
        Err(error) => {
            println!("{:<12} {error}", "durability");
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
