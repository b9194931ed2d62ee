/**
 * Legal forms by family, one entry per form. A limited company belongs to the same family in every country
 * and translation. The entries are based on the tables of company registers. The family `co` indicates only
 * that the organisation is a company.
 */
const families: Readonly<Record<string, string>> = {
  limited: `limited, ltd, ltda, limitada, llc, lc, limited liability company, limited liability co, private limited,
    private limited company, private ltd, pvt limited, pvt ltd, pte ltd, pte limited, pty ltd, pty limited, proprietary limited,
    limited company, company limited, co ltd, co limited, co llc, coltd, gmbh, mbh, ges mbh,
    gesellschaft mit beschrankter haftung, ug, sarl, eurl, societe a responsabilite limitee, srl, societa a responsabilita limitata,
    societatea cu raspundere limitata, sociedad de responsabilidad limitada, s de rl, s de rl de cv, sl, slu, sociedad limitada,
    lda, bv, bvba, besloten vennootschap, ooo, obshchestvo s ogranichennoi otvetstvennostiu,
    obshchestvo s ogranichennoy otvetstvennostyu, obschestvo s ogranichennoy otvetstvennostyu,
    obshestvo s ogranichennoi otvetstvennostyu, общество с ограниченной ответственностью, ооо, тов, tov, тоо, too,
    товариство з обмеженою відповідальністю, sp z oo, spzoo, spolka z ograniczona odpowiedzialnoscia, sro, doo, dooel, eood, ood, kft,
    oy, aps, anpartsselskab, osauhing, ou, sia, uab, sdn bhd, sendirian berhad, bhd, berhad, pt, perseroan terbatas,
    ltd sti, limited sirketi, limited sti, san ve tic ltd sti, yk, godo kaisha, mchj, mmc, shpk, wll, fze, fzc, fzco, fz llc, fzllc,
    dmcc, 有限公司, 有限责任公司, 有限責任公司, 유한회사, شركة ذات مسؤولية محدودة`,
  stock: `plc, public limited company, public company limited, pcl, ag, aktiengesellschaft, sa, societe anonyme, sociedad anonima,
    sociedade anonima, sa de cv, sab de cv, sapi de cv, sas, societe par actions simplifiee, spa, societa per azioni, nv, naamloze vennootschap,
    ab, aktiebolag, publ, asa, as, aksjeselskap, aktieselskab, anonim sirketi, oyj, se, jsc, joint stock company, joint stock co,
    joint stock, ojsc, open joint stock company, pjsc, public joint stock company, cjsc, closed joint stock company, private joint stock company,
    prjsc, ao, oao, pao, zao, nao, aktsionernoe obshchestvo, otkrytoe aktsionernoe obshchestvo, publichnoe aktsionernoe obshchestvo,
    zakrytoe aktsionernoe obshchestvo, акционерное общество, открытое акционерное общество, публичное акционерное общество,
    закрытое акционерное общество, непубличное акционерное общество, ао, оао, пао, зао, ат, пат, прат, ооа, spolka akcyjna, ad, dd,
    akcionersko drustvo, akciova spolecnost, rt, nyrt, zrt, kk, kabushiki kaisha, tbk, psc, saoc, saog, qsc, kscp, sae, sal,
    股份有限公司, 株式会社, 주식회사, شركة مساهمة`,
  incorporated: 'inc, incorporated, corp, corporation, cie, compagnie, korporatsiya',
  partners: `lp, llp, lllp, limited partnership, limited liability partnership, kg, kgaa, gmbh co kg, gmbh and co kg, ohg, gbr, cv, snc, scs,
    sca, vof`,
  co: 'co, company, the company, kompaniya, компания, firma, фирма, شركة',
}

const listOf = (text: string) => text.split(',').map((each) => each.trim().replace(/\s+/g, ' '))

/** Maps each legal form, with its words separated by spaces, to its family. */
export const legalForms: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, forms]) => listOf(forms).map((form) => [form, family] as const)),
)

/** Maximum number of words in a legal form. */
export const mostFormWords = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length))

const wordsOf = (text: string) => new Set(text.trim().split(/\s+/))

/** Optional words. */
export const fillers: ReadonlySet<string> = wordsOf(
  `the of and for de la le les du des et y e und fur der die das den di del della dei do da dos in on at to with al el a an i и в на по
  для von van zu og och`,
)

/** Words that occur in many organisation names and therefore do little to identify an organisation. */
export const genericWords: ReadonlySet<string> = wordsOf(
  `group groupe grupo gruppe gruppa holding holdings international global world worldwide trading trade trader traders industries industry industrial
  services service systems system solutions enterprises enterprise bank banque banco investment investments capital
  partners partner fund funds trust technology technologies tech engineering construction development management shipping
  marine maritime petroleum oil gas energy power general national foundation institute center centre organization
  organisation association committee ministry department government university factory plant import export logistics
  transport transportation consulting properties property real estate commercial finance financial insurance airlines
  aviation agency office authority council union society federation front movement party army brigade network media
  exchange electronics electronic chemical chemicals steel metal metals mining machinery equipment products production
  research scientific science medical pharmaceutical health food foods motor motors auto state federal republic central
  zavod tsentr nauchno obshchestvo organizatsiya bank torgovyi завод центр компания группа организация общество
  предприятие институт управление`,
)

/** Abbreviations of words. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    intl: 'international',
    internat: 'international',
    natl: 'national',
    bros: 'brothers',
    mfg: 'manufacturing',
    dept: 'department',
    govt: 'government',
    assn: 'association',
    assoc: 'association',
    univ: 'university',
    inst: 'institute',
    grp: 'group',
    hldg: 'holdings',
    hldgs: 'holdings',
    eng: 'engineering',
    svcs: 'services',
    mgmt: 'management',
    dev: 'development',
    tech: 'technology',
    technologies: 'technology',
    holding: 'holdings',
    centre: 'center',
    organisation: 'organization',
    usa: 'us',
  }),
)

/** Names that consist of several words and also have a common abbreviation. */
export const knownByLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'united states america': 'us',
    'united states': 'us',
    'united kingdom': 'uk',
    'united arab emirates': 'uae',
    'united nations': 'un',
    'european union': 'eu',
  }),
)

/** Prefixes of ship names. */
export const shipWords: ReadonlySet<string> = wordsOf('mv mt ms ss mts msv motor vessel tanker')
