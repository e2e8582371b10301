//! The category trees: each storefront has its own, in its own tone, three deep.

use fieldhouse_core::brand::Site;

/// A site's tree: depth by leading spaces (two a level), then the slug, then the shown name.
pub const TREES: &[(Site, char, &str)] = &[
    (Site::FIELDHOUSE, 'f', FIELDHOUSE),
    (Site::US_GAMES, 'u', US_GAMES),
    (Site::ATHLETIC_CONNECTION, 'a', ATHLETIC_CONNECTION),
    (Site::VARSITY_BRANDS, 'v', VARSITY_BRANDS),
];

const FIELDHOUSE: &str = "\
football Football
  uniforms Uniforms
    game-jerseys Game Jerseys
    practice-jerseys Practice Jerseys
    pants Football Pants
  protective Protective Gear
    helmets Helmets
    shoulder-pads Shoulder Pads
    gloves Gloves
  equipment Field Equipment
    footballs Footballs
    training Sleds & Training
  footwear Footwear
    cleats Football Cleats
basketball Basketball
  uniforms Uniforms
    jerseys Game Jerseys
    reversibles Reversibles
    shorts Shorts
  equipment Court Equipment
    basketballs Basketballs
    hoops Hoops & Backboards
  footwear Footwear
    shoes Basketball Shoes
soccer Soccer
  uniforms Uniforms
    jerseys Jerseys
    shorts Shorts
    socks Socks
  protective Protective Gear
    shin-guards Shin Guards
    keeper-gloves Goalkeeper Gloves
  equipment Pitch Equipment
    soccer-balls Soccer Balls
    goals Goals & Nets
  footwear Footwear
    cleats Soccer Cleats
baseball-softball Baseball & Softball
  uniforms Uniforms
    jerseys Jerseys
    pants Pants
  gear Player Gear
    gloves Gloves & Mitts
    bats Bats
    batting-helmets Batting Helmets
  field Field & Balls
    baseballs Baseballs
    softballs Softballs
    bases Bases
volleyball Volleyball
  uniforms Uniforms
    jerseys Jerseys
    bottoms Shorts & Leggings
  equipment Court Equipment
    volleyballs Volleyballs
    nets Nets & Systems
  protective Protective Gear
    knee-pads Knee Pads
track-wrestling Track & Wrestling
  track Track & Field
    singlets Track Singlets
    hurdles Hurdles
    timing Timing
  wrestling Wrestling
    singlets Wrestling Singlets
    mats Mats
team-apparel Team Apparel
  tops Tops
    tees Tees
    long-sleeve Long Sleeve
    polos Coaches Polos
    quarter-zips Quarter-Zips
  outerwear Outerwear
    hoodies Hoodies & Fleece
    jackets Jackets & Vests
  bottoms Bottoms
    shorts Shorts
    pants Pants & Joggers
  headwear Headwear
    caps Caps & Visors
    beanies Beanies
training-facility Training & Facility
  strength Strength
    free-weights Kettlebells & Dumbbells
    medicine-balls Medicine Balls
  agility Speed & Agility
    ladders Ladders & Hurdles
    cones Cones & Markers
  sideline Sideline
    coaching Whistles & Stopwatches
    scoreboards Scoreboards
    hydration Hydration & Fuel
  bags Bags
    duffels Duffels
    backpacks Backpacks
    ball-bags Ball Bags & Carts
";

const US_GAMES: &str = "\
pe-essentials PE Essentials
  balls Balls for Every Class
    playground-balls Playground Balls
    foam-balls Foam & Soft Balls
    sport-balls Sport Balls
  space Mark Your Space
    cones Cones & Domes
    spots Spot Markers
  storage Store & Carry
    carts Ball Carts
    bags Mesh Bags
games Games & Activities
  teams Team Games
    pinnies Pinnies & Vests
    goals Goals & Nets
    hockey Floor Hockey
  target Target & Throwing
    bean-bags Bean Bags
    discs Flying Discs
  cooperative Cooperative Play
    parachutes Parachutes
    kits Game Kits
  racket Racket Sports
    rackets Rackets & Paddles
active-recess Active Recess
  wheels Scooters
    scooter-boards Scooter Boards
  jump Jump & Spin
    ropes Jump Ropes
    hoops Hoops
fitness-class Fitness Class
  floor Mats & Floor Work
    mats Exercise Mats
    stability-balls Stability Balls
  strength Strength Corner
    medicine-balls Medicine Balls
    hand-weights Hand Weights
  testing Testing & Timing
    timers Timers & Whistles
    agility Agility Ladders
early-years Early Years
  movement Movement
    foam-shapes Foam Shapes
    balance Soft Play & Balance
field-day Field Day
  celebrate Awards & Ribbons
    medals Medals
    trophies Trophies
  wear Field Day Wear
    tees Class Tees
    staff Staff Polos & Fleece
  set-up Set-Up
    tents Canopies
    scoreboards Scorekeeping
";

const ATHLETIC_CONNECTION: &str = "\
club-kits Club Kits
  match-day Match Day
    match-jerseys Match Jerseys
    match-shorts Match Shorts
    match-socks Match Socks
  training Training Ground
    training-tops Training Tops
    bibs Training Bibs
    training-pants Training Pants
  keepers Keepers & Protection
    gloves Keeper Gloves
    guards Shin & Knee Guards
travel-wear Travel & Warm-Up
  warm-ups Warm-Ups
    jackets Warm-Up Jackets
    quarter-zips Quarter-Zips
    joggers Joggers
  club-bags Club Bags
    backpacks Backpacks
    duffels Duffels
fan-shop Fan Shop
  supporters Supporter Wear
    tees Supporter Tees
    hoodies Hoodies & Crews
    hats Hats & Beanies
  sideline Sideline Comfort
    scarves Scarves & Blankets
    drinkware Drinkware
    shelter Canopies
club-equipment Club Equipment
  balls Balls
    match-balls Match & Training Balls
  field Field Set-Up
    goals Portable Goals
    markers Markers & Ladders
    ball-care Ball Bags & Carts
staff-wear Staff Wear
  coaching Coaching Staff
    polos Polos
    outerwear Outerwear
    whistles Whistles & Watches
";

const VARSITY_BRANDS: &str = "\
cheer Cheer
  sideline Sideline Uniforms
    shells Shells
    skirts Skirts
  practice Practice Wear
    tops Practice Tops
    bottoms Shorts & Leggings
  accessories Accessories
    poms Poms
    megaphones Megaphones & Signs
    bows Bows
    cheer-shoes Shoes
spirit School Spirit
  spirit-wear Spirit Wear
    tees Tees
    fleece Hoodies & Crews
    hats Hats & Beanies
  stadium Stadium
    blankets Blankets & Scarves
    tumblers Tumblers
  signage Signage
    flags Flags & Pennants
    banners Banners
    tents Event Canopies
achievement Achievement
  letter-wear Letter Wear
    letter-jackets Letter Jackets
    award-sweaters Award Fleece
  recognition Recognition
    medals Medals
    trophies Trophies
graduation Graduation
  regalia Caps & Gowns
    gowns Gowns
    caps Graduation Caps
  honors Honors
    stoles Stoles
    cords Honor Cords
  class-wear Class Wear
    senior-tees Senior Tees & Fleece
dance Dance & Performance
  dancewear Dancewear
    warm-ups Warm-Ups
    leggings Leggings
    studio-bags Studio Bags
";

/// The categories of a tree in order: path and name.
pub fn categories(tree: &str) -> Vec<(String, String)> {
    let mut trail: Vec<&str> = Vec::new();
    let mut categories = Vec::new();
    for line in tree.lines() {
        let entry = line.trim_start();
        let depth = line.len().saturating_sub(entry.len()) / 2;
        let Some((slug, name)) = entry.split_once(' ') else { continue };
        trail.truncate(depth);
        trail.push(slug);
        categories.push((trail.join("/"), name.to_owned()));
    }
    categories
}
