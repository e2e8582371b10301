//! Drawings: shorts, pants, skirts, socks, shoes.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

const SHORTS: &str = "M250 150C320 138 480 138 550 150C566 270 606 450 650 636C580 676 490 684 432 672C424 590 414 500 400 430C386 500 376 590 368 672C310 684 220 676 150 636C194 450 234 270 250 150Z";
const SHORTS_DARK: &str = "M400 300C380 360 376 400 400 440C424 400 420 360 400 300ZM398 330C350 380 300 410 226 416C300 440 360 420 398 390ZM402 330C450 380 500 410 574 416C500 440 440 420 402 390ZM190 650C216 560 250 500 300 460C270 540 256 600 250 684ZM610 650C584 560 550 500 500 460C530 540 544 600 550 684ZM364 672C350 600 350 540 360 490L398 430C384 520 376 600 372 680ZM436 672C450 600 450 540 440 490L402 430C416 520 424 600 428 680Z";
const SHORTS_BRIGHT: &str = "M270 230C330 220 340 290 320 370C290 400 250 380 270 230ZM230 480C290 460 320 540 300 640C260 660 210 620 230 480ZM480 470C530 470 560 540 566 630C530 660 490 640 480 470Z";
const WAIST: &str = r#"<path d="M246 150C320 138 480 138 554 150L562 204C480 192 320 192 238 204Z" fill="{t}"/><pattern id="{id}r" width="10" height="70" patternUnits="userSpaceOnUse"><path d="M0 0h4v70h-4z" fill="{ts}" opacity=".3"/></pattern><path d="M246 150C320 138 480 138 554 150L562 204C480 192 320 192 238 204Z" fill="url(#{id}r)"/><path d="M238 204C320 192 480 192 562 204" fill="none" stroke="{s}" stroke-opacity=".5" stroke-width="4"/>"#;
const CORD: &str = r##"<path d="M388 176C370 220 376 260 366 300M412 176C428 220 420 270 432 318" fill="none" stroke="{s}" stroke-opacity=".3" stroke-width="11"/><path d="M388 174C370 218 376 258 366 298M412 174C428 218 420 268 432 316" fill="none" stroke="#F4F6F8" stroke-width="7" stroke-linecap="round"/>"##;

const PANTS: &str = "M276 84C340 74 460 74 524 84C552 200 560 330 548 470C540 570 530 650 518 738C486 752 452 750 428 742C424 610 414 430 400 320C386 430 376 610 372 742C348 750 314 752 282 738C270 650 260 570 252 470C240 330 248 200 276 84Z";
const PANTS_DARK: &str = "M400 220C386 260 384 300 400 330C416 300 414 260 400 220ZM396 250C350 290 310 306 256 306C310 330 364 320 398 300ZM404 250C450 290 490 306 544 306C490 330 436 320 402 300ZM262 480C300 500 340 500 376 480C350 520 300 526 262 510ZM538 480C500 500 460 500 424 480C450 520 500 526 538 510ZM276 720C280 640 296 580 330 550C312 620 308 680 312 750ZM524 720C520 640 504 580 470 550C488 620 492 680 488 750Z";
const PANTS_BRIGHT: &str = "M290 160C340 150 346 230 336 300C300 310 280 280 290 160ZM284 350C330 340 340 400 330 460C296 470 276 430 284 350ZM300 540C340 530 346 610 336 690C306 700 290 640 300 540ZM456 340C500 340 510 400 500 460C466 470 452 420 456 340Z";
const BELT: &str = r#"<path d="M268 84C340 74 460 74 532 84L540 128C460 118 340 118 260 128Z" fill="{c-}" opacity=".75"/><path d="M260 128C340 118 460 118 540 128" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".6"/>"#;

const SOCK: &str = "M330 84C370 76 430 76 470 84C474 200 470 320 474 430C480 486 520 516 574 552C640 596 660 640 640 676C616 716 556 712 498 690C416 660 346 606 334 520C326 460 334 240 330 84Z";
const SOCK_DECOR: &str = r#"<path d="M320 120H480V164H320ZM320 184H480V206H320Z" fill="{t}"/><path d="M336 440C380 470 400 520 376 590C346 560 330 520 332 440ZM560 530C520 580 530 660 560 730H700V540Z" fill="{t}"/><pattern id="{id}r" width="9" height="80" patternUnits="userSpaceOnUse"><path d="M0 0h3v80h-3z" fill="{c--}" opacity=".3"/></pattern><path d="M320 70H480V440H320Z" fill="url(#{id}r)"/><path d="M322 74H478V100H322Z" fill="{c-}" opacity=".6"/>"#;

const UPPER: &str = "M84 560C70 500 82 424 112 366C126 340 156 334 184 352C228 380 276 376 316 344C344 322 372 334 394 360C450 428 550 466 652 486C716 500 736 540 724 574Z";
const UPPER_DECOR: &str = r#"<path d="M580 456C640 476 720 486 740 530V600H530C520 540 540 490 580 456Z" fill="{c-}"/><path d="M74 450C140 440 178 470 182 580H70Z" fill="{t}"/><path d="M250 590C300 520 360 450 440 398L470 420C410 470 356 530 320 590ZM350 590C390 530 440 480 500 436L526 450C470 500 436 540 410 590Z" fill="{t}"/>"#;
const LACES: &str = r##"<path d="M326 344C352 324 378 334 398 358C430 396 470 422 516 442L488 470C430 446 370 410 326 344Z" fill="{c-}" stroke="{c--}" stroke-opacity=".5" stroke-width="2"/><path d="M346 372L392 346M372 396L416 368M400 418L442 392M432 438L470 412M464 454L502 428" stroke="#10161F" stroke-opacity=".4" stroke-width="13" stroke-linecap="round"/><path d="M346 370L392 344M372 394L416 366M400 416L442 390M432 436L470 410M464 452L502 426" stroke="#F5F7F9" stroke-width="9" stroke-linecap="round"/><path d="M112 370C126 340 156 334 184 352C228 380 276 376 316 344C308 318 288 326 264 332C222 340 186 312 150 318C124 322 110 346 112 370Z" fill="{c--}"/><path d="M100 420C108 396 126 380 150 390M640 502C676 510 700 524 712 546" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".7"/>"##;

/// The bottoms.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "shorts",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: SHORTS,
            decor: &[WAIST],
            dark: SHORTS_DARK,
            bright: SHORTS_BRIGHT,
            over: &[
                CORD,
                r#"[[<path d="M156 618C230 654 310 662 366 654M158 610C230 646 310 654 366 646" fill="none" stroke="{c~}" stroke-width="1.8" stroke-dasharray="6 4" opacity=".5"/>]]<path d="M400 204V432" stroke="{c~}" stroke-width="2" opacity=".45"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "shorts-panel",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: SHORTS,
            decor: &[
                r#"[[<path d="M236 190C290 340 290 470 176 690H110V420Z" fill="{t}"/><path d="M244 190C300 340 302 470 196 690" fill="none" stroke="{n}" stroke-opacity=".8" stroke-width="8"/><path d="M150 612C220 650 310 660 370 648V700H120Z" fill="{t}"/>]]"#,
                WAIST,
            ],
            dark: SHORTS_DARK,
            bright: SHORTS_BRIGHT,
            over: &[CORD],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "pants",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: PANTS,
            decor: &[
                BELT,
                r#"[[<path d="M276 120C252 220 244 340 260 470C268 560 280 650 290 746" fill="none" stroke="{t}" stroke-width="15"/>]]"#,
            ],
            dark: PANTS_DARK,
            bright: PANTS_BRIGHT,
            over: &[
                r#"[[<path d="M298 74V134M348 72V130" stroke="{c}" stroke-width="12"/><path d="M291 76V134M305 75V133M341 74V130M355 73V129" stroke="{c--}" stroke-opacity=".5" stroke-width="2"/><path d="M264 430C300 416 350 416 386 430M266 560C300 572 350 572 380 562M282 724C312 736 346 736 372 730" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".55"/>]]<path d="M400 122V240C400 256 388 262 376 258" fill="none" stroke="{c~}" stroke-width="2" opacity=".6"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "joggers",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M272 84C340 72 460 72 528 84C556 200 560 320 540 440C530 540 516 620 506 690C506 710 504 730 500 744C474 752 450 752 430 746C426 730 426 710 428 690C424 590 414 430 400 320C386 430 376 590 372 690C374 710 374 730 370 746C350 752 326 752 300 744C296 730 294 710 294 690C284 620 270 540 260 440C240 320 244 200 272 84Z",
            decor: &[
                r#"[[<path d="M276 120C248 220 250 340 268 470C276 560 288 640 296 700" fill="none" stroke="{t}" stroke-width="26"/><path d="M280 694H388V760H280Z" fill="{c-}" opacity=".7"/>]]"#,
                BELT,
            ],
            dark: PANTS_DARK,
            bright: PANTS_BRIGHT,
            over: &[
                r##"<path d="M388 106C372 140 378 180 368 214M412 106C428 140 420 190 432 226" fill="none" stroke="#F4F6F8" stroke-width="7" stroke-linecap="round"/>[[<path d="M302 150C290 190 276 216 258 234" fill="none" stroke="{c--}" stroke-opacity=".6" stroke-width="4"/><path d="M294 692C320 702 350 702 372 694M310 700V744M326 703V748M342 703V748M358 700V748" fill="none" stroke="{c--}" stroke-opacity=".4" stroke-width="2.5"/>]]"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "leggings",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M286 84C340 76 460 76 514 84C540 180 540 280 524 400C514 520 500 640 488 744C470 750 450 750 434 744C426 600 414 440 400 330C386 440 374 600 366 744C350 750 330 750 312 744C300 640 286 520 276 400C260 280 260 180 286 84Z",
            decor: &[
                r#"[[<path d="M276 140C330 240 330 330 280 440L270 300Z" fill="{t}"/><path d="M280 440C330 480 340 600 330 760H290Z" fill="{t}" opacity=".85"/>]]<path d="M270 70H530V150C460 138 340 138 270 150Z" fill="{c-}" opacity=".7"/>"#,
            ],
            dark: "M400 220C386 260 384 300 400 340C416 300 414 260 400 220ZM280 470C310 490 344 490 376 474C350 510 310 512 280 496ZM520 470C490 490 456 490 424 474C450 510 490 512 520 496Z",
            bright: "M316 180C340 170 350 260 340 400C316 420 300 360 316 180ZM320 520C344 510 350 600 340 700C324 710 310 640 320 520ZM460 180C484 170 494 260 480 400C456 420 450 360 460 180Z",
            over: &[
                r#"<path d="M276 148C340 138 460 138 524 148" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".6"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "skirt",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M278 196C350 186 450 186 522 196C560 330 612 460 664 590C640 616 612 600 596 624C570 640 548 612 524 632C496 648 472 620 446 638C416 650 384 650 354 638C328 620 304 648 276 632C252 612 230 640 204 624C188 600 160 616 136 590C188 460 240 330 278 196Z",
            decor: &[
                r#"<path d="M120 548C300 600 500 600 680 548V590C500 640 300 640 120 590Z" fill="{t}"/>[[<path d="M300 240L204 640H140L270 240ZM352 240L276 650H330L372 240Z" fill="{t}"/><path d="M300 240L204 640M352 240L276 650M384 240L354 660" stroke="{s}" stroke-opacity=".55" stroke-width="5"/>]]<path d="M260 186H540V246C450 236 350 236 260 246Z" fill="{c-}"/>"#,
            ],
            dark: "M300 260L200 640H230L320 260ZM356 260L276 650H300L372 260ZM440 260L446 650H480L452 260ZM490 260L524 640H556L506 260Z",
            bright: "M330 270L244 620H264L342 270ZM400 270L396 640H416L412 270ZM470 270L496 640H512L480 270Z",
            over: &[
                r#"<path d="M266 246C350 236 450 236 534 246" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".7"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "sock",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M240 104C280 96 340 96 380 104C384 220 380 340 384 450C390 506 430 536 484 572C550 616 570 660 550 696C526 736 466 732 408 710C326 680 256 626 244 540C236 480 244 260 240 104Z",
                decor: &[r#"<path d="M230 140H390V184H230ZM230 204H390V226H230Z" fill="{t}"/>"#],
                dark: "M240 300H300V600H240Z",
                ..Piece::NONE
            },
            Piece {
                body: SOCK,
                decor: &[SOCK_DECOR],
                dark: "M440 300C450 420 470 480 540 540C460 520 420 460 424 380ZM350 560C420 640 500 680 610 690C500 720 380 660 340 590Z",
                bright: "M360 220C390 210 396 300 390 430C366 440 352 360 360 220ZM470 560C520 590 570 610 610 650C560 660 500 620 470 560Z",
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "cleat",
        stand: Stand::Floor(410, 650, 300),
        pieces: &[Piece {
            body: UPPER,
            light: Light::Gloss,
            behind: &[
                r##"<path d="M116 590L126 640H156L166 590ZM204 590L224 640H252L260 590ZM470 590L480 640H508L516 590ZM556 590L566 640H594L602 590ZM636 590L642 632H666L672 590Z" fill="#2B323C"/><path d="M116 590L126 640H138L132 590ZM470 590L480 640H490L486 590ZM556 590L566 640H576L570 590Z" fill="#66717F"/>"##,
            ],
            decor: &[UPPER_DECOR],
            dark: "M330 380C300 440 250 470 190 470C250 500 320 480 360 420ZM560 470C540 510 540 540 560 580H600C580 540 580 510 600 480Z",
            bright: "M240 400C300 400 300 470 250 500C210 480 210 420 240 400ZM600 490C650 500 680 530 680 560C640 550 610 530 600 490Z",
            over: &[
                LACES,
                r##"<path d="M80 548C280 592 540 592 728 556C738 582 720 606 690 608H130C96 608 78 582 80 548Z" fill="#1C232D"/><path d="M86 564C280 604 540 604 722 572" fill="none" stroke="{t}" stroke-width="7"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "shoe",
        stand: Stand::Floor(410, 650, 310),
        pieces: &[Piece {
            body: UPPER,
            light: Light::Gloss,
            decor: &[
                r#"<path d="M560 450C610 470 690 480 720 520V600H500C500 540 524 490 560 450Z" fill="{c-}"/><path d="M170 560C240 440 330 470 380 540C430 500 480 460 540 452C470 490 430 540 400 590H160Z" fill="{t}"/>"#,
            ],
            dark: "M330 380C300 440 250 470 190 470C250 500 320 480 360 420Z",
            bright: "M240 400C300 400 300 450 250 470C210 460 210 420 240 400ZM600 490C650 500 680 530 680 560C640 550 610 530 600 490Z",
            over: &[
                LACES,
                r##"<path d="M76 540C220 576 320 562 420 576C530 592 640 582 730 556C748 602 734 648 690 650H134C86 650 62 602 76 540Z" fill="#F3F5F7" stroke="#8D99A6" stroke-width="2.5"/><path d="M72 608C220 628 580 632 738 606C736 636 720 650 690 650H134C96 650 74 636 72 608Z" fill="{t}"/><path d="M76 560C220 596 320 582 420 596C530 612 640 602 734 576" fill="none" stroke="#B6C0CB" stroke-width="4"/><path d="M150 648V634M190 648V634M230 648V634M270 648V634M310 648V634M350 648V634M390 648V634M430 648V634M470 648V634M510 648V634M550 648V634M590 648V634M630 648V634" stroke="{ts}" stroke-width="5"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "slide",
        stand: Stand::Floor(410, 620, 310),
        pieces: &[
            Piece {
                body: "M110 560C180 530 560 530 690 552C716 560 720 600 690 612C560 630 220 630 120 608C92 600 90 572 110 560Z",
                paint: Paint::Second,
                light: Light::Gloss,
                over: &[
                    r#"<path d="M104 588C220 610 560 610 708 586" fill="none" stroke="{ts}" stroke-opacity=".5" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M340 584C330 500 380 400 470 400C570 404 640 480 650 580C560 604 430 604 340 584Z",
                light: Light::Gloss,
                decor: &[r#"<path d="M372 470C440 440 560 440 622 490L640 530C560 490 430 490 352 520Z" fill="{n}"/>"#],
                bright: "M400 430C460 400 540 420 580 460C520 440 450 440 400 470Z",
                ..Piece::NONE
            },
        ],
    },
];
