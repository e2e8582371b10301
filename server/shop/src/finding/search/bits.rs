//! Sets of products as bits: a facet's count is one AND and one count over a few hundred words.

/// A set of numbers below a fixed bound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

/// A set that stays as it is, to be counted in many others.
#[derive(Debug, Clone)]
pub struct Counted {
    bits: Bits,
    /// Its numbers, where there are so few that to look each of them up is less than to go through the bits.
    few: Option<Box<[u32]>>,
}

/// Words of bits that are gone through while one number is looked up.
const WORDS_A_LOOK: usize = 4;

const WIDTH: usize = 64;

impl From<Bits> for Counted {
    fn from(bits: Bits) -> Self {
        let few = || bits.iter().map(|number| u32::try_from(number).ok()).collect();
        let looks = bits.count().saturating_mul(WORDS_A_LOOK);
        Self { few: if looks < bits.0.len() { few() } else { None }, bits }
    }
}

impl std::ops::Deref for Counted {
    type Target = Bits;

    fn deref(&self) -> &Bits {
        &self.bits
    }
}

impl Counted {
    /// These and others.
    #[must_use]
    pub fn united(&self, others: &Bits) -> Self {
        let mut all = self.bits.clone();
        all.unite(others);
        all.into()
    }

    /// How many of them are in others.
    pub fn count_in(&self, others: &Bits) -> u32 {
        let Some(few) = &self.few else { return self.bits.count_common(others) };
        let is_in = |number: &u32| usize::try_from(*number).is_ok_and(|number| others.contains(number));
        few.iter().map(|number| u32::from(is_in(number))).fold(0, u32::wrapping_add)
    }
}

impl Bits {
    /// None of `bound` numbers.
    pub fn none(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(WIDTH)])
    }

    /// These of `bound` numbers.
    pub fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::none(bound);
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }

    /// The numbers of those that hold. Nothing is jumped over, and several are looked at at once: where it is anybody's guess what
    /// holds, a processor's wrong guesses cost more than the looks.
    pub fn where_it_holds<T>(all: &[T], holds: impl Fn(&T) -> bool) -> Self {
        let word = |some: &[T]| {
            let mut held = [0_u8; WIDTH];
            held.iter_mut().zip(some).for_each(|(held, one)| *held = u8::from(holds(one)));
            held.as_chunks::<8>().0.iter().rev().fold(0, |word, eight| word << 8 | eight_bits(*eight))
        };
        Self(all.chunks(WIDTH).map(word).collect())
    }

    /// A bound of the numbers it can have.
    pub const fn bound(&self) -> usize {
        self.0.len().saturating_mul(WIDTH)
    }

    /// Adds a number; one beyond the bound is ignored.
    pub fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / WIDTH) {
            *word |= 1 << (number % WIDTH);
        }
    }

    /// True when the number is in it.
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / WIDTH).is_some_and(|word| word & (1 << (number % WIDTH)) != 0)
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &Self) {
        for (at, word) in self.0.iter_mut().enumerate() {
            *word &= other.0.get(at).copied().unwrap_or(0);
        }
    }

    /// Takes up what is in the other.
    pub fn unite(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// How many are in both.
    pub fn count_common(&self, other: &Self) -> u32 {
        // There are fewer numbers than overflow: without looking for that, several words are counted at once.
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).fold(0, u32::wrapping_add)
    }

    /// Keeps the numbers that hold.
    pub fn retain(&mut self, holds: impl Fn(usize) -> bool) {
        for (at, word) in self.0.iter_mut().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let number =
                    at.saturating_mul(WIDTH).saturating_add(usize::try_from(bit.trailing_zeros()).unwrap_or(0));
                if !holds(number) {
                    *word ^= bit;
                }
            }
        }
    }

    /// How many are in it.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    /// True when nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = usize::try_from(rest.trailing_zeros()).ok().filter(|bit| *bit < WIDTH)?;
                rest &= rest.saturating_sub(1);
                Some(at.saturating_mul(WIDTH).saturating_add(bit))
            })
        })
    }
}

/// Eight bytes, each nothing or one, as bits: the factor brings each byte to its own place among the last eight, and no two of
/// its shifts meet.
const fn eight_bits(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in_and_nothing_else() {
        let mut bits = Bits::none(130);
        for number in [0, 63, 64, 129, 500] {
            bits.insert(number);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(bits.contains(64) && !bits.contains(65) && !bits.contains(500));
        let mut other = Bits::none(130);
        other.insert(64);
        other.insert(1);
        assert_eq!(bits.count_common(&other), 1);
        bits.intersect(&other);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [64]);
        bits.unite(&other);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [1, 64]);
        assert!(!bits.is_empty() && Bits::none(130).is_empty());
        let numbers: Vec<usize> = (0..130).collect();
        assert_eq!(Bits::where_it_holds(&numbers, |number| [1, 64].contains(number)), bits);
        bits.insert(129);
        bits.retain(|number| number != 64);
        assert_eq!((bits.iter().collect::<Vec<_>>(), bits.count()), (vec![1, 129], 2));
    }

    #[test]
    fn a_few_are_counted_as_many_are() {
        let every = |nth: usize| Bits::of(1000, (0..1000).step_by(nth));
        for (own, is_few) in
            [(every(3), false), (every(400), true), (every(200), false), (Bits::none(1000), true), (every(1), false)]
        {
            let counted = Counted::from(own.clone());
            assert_eq!(counted.few.is_some(), is_few);
            for others in [every(2), every(5), Bits::none(1000)] {
                assert_eq!(counted.count_in(&others), own.count_common(&others));
            }
        }
        assert_eq!(Counted::from(every(400)).count_in(&every(200)), 3);
    }
}
