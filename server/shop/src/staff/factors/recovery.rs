//! Recovery codes: ten, for when the phone is gone. Told once, only their hashes are stored, each counts once.

use fieldhouse_kernel::{clock::Ids, db::WriteTx, token};
use sea_orm::DbErr;

use super::store;

/// How many somebody has.
pub const CODES: usize = 10;
/// Letters and digits of one; no two of them look alike: 80 bits.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH: usize = 16;

/// New ones, in the place of all earlier ones.
pub async fn replace(tx: &WriteTx, ids: &Ids, staff_id: &str) -> Result<Vec<String>, DbErr> {
    let codes: Vec<String> = (0..CODES).map(|_| new_code(ids)).collect();
    store::delete_recovery_codes(tx, staff_id).await?;
    for code in &codes {
        store::insert_recovery_code(tx, staff_id, &hash(staff_id, code)).await?;
    }
    Ok(codes)
}

/// Takes a code out; true for the one who did it.
pub async fn take(tx: &WriteTx, staff_id: &str, typed: &str) -> Result<bool, DbErr> {
    store::take_recovery_code(tx, staff_id, &hash(staff_id, typed)).await
}

fn new_code(ids: &Ids) -> String {
    let chance = token::issue(ids);
    // 43 signs of base64 hold 256 bits of chance; the lowest five of each are a letter.
    let letters = token::hash(&chance).into_bytes().into_iter().zip(chance.into_bytes());
    let mut code = String::new();
    for (place, (one, other)) in letters.take(LENGTH).enumerate() {
        if place > 0 && place % 4 == 0 {
            code.push('-');
        }
        let index = usize::from(value(one) ^ value(other)) & 31;
        code.push(LETTERS.get(index).copied().map_or('2', char::from));
    }
    code
}

/// Six bits of a sign of base64.
fn value(sign: u8) -> u8 {
    match sign {
        b'A'..=b'Z' => sign.saturating_sub(b'A'),
        b'a'..=b'z' => sign.saturating_sub(b'a').saturating_add(26),
        b'0'..=b'9' => sign.saturating_sub(b'0').saturating_add(52),
        b'-' => 62,
        _ => 63,
    }
}

/// What is stored of a code: small letters, blanks and dashes do not count.
fn hash(staff_id: &str, typed: &str) -> String {
    let code: String = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    token::hash(&[staff_id, "\n", &code].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed_and_is_somebodys() {
        let code = new_code(&Ids::Random);
        assert_eq!((code.len(), code.split('-').count()), (19, 4));
        assert_ne!(code, new_code(&Ids::Random));
        let typed = format!(" {} ", code.to_lowercase().replace('-', " "));
        assert_eq!(hash("a", &code), hash("a", &typed));
        assert_ne!(hash("a", &code), hash("b", &code));
    }
}
