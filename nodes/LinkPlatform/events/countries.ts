/** Common country names in addition to Unicode's English ones, each after its country code. */
const OTHER_NAMES = `
AE UAE; AX Åland; BA Bosnia; BN Brunei Darussalam; BO Plurinational State of Bolivia
BQ Bonaire, Sint Eustatius and Saba; BQ Bonaire; CD DR Congo; CD DRC; CD Democratic Republic of the Congo
CG Republic of the Congo; CI Ivory Coast; CI Cote d Ivoire; CN People's Republic of China; CV Cabo Verde; CV Cape Verde
CZ Czech Republic; CZ Czechia; FM Federated States of Micronesia; FK Falkland Islands (Malvinas)
GB Great Britain; GB United Kingdom of Great Britain and Northern Ireland; GB United Kingdom (UK)
HK Hong Kong; HK Hong Kong, China; HM Heard Island and McDonald Islands; IE Republic of Ireland
IR Islamic Republic of Iran; JO Hashemite Kingdom of Jordan; KG Kyrgyz Republic
KP Democratic People's Republic of Korea; KP DPRK; KR Republic of Korea; LA Lao People's Democratic Republic
LT Republic of Lithuania; LY Libyan Arab Jamahiriya; MD Republic of Moldova; MF Saint Martin (French part); MK Macedonia; MK North Macedonia
MK Former Yugoslav Republic of Macedonia; MK Republic of North Macedonia; MM Burma; MO Macao; MO Macau
MO Macao, China; NL Holland; NL Kingdom of the Netherlands; PN Pitcairn; PS Palestine; PS State of Palestine
PS Occupied Palestinian Territory; RU Russian Federation; SH Saint Helena, Ascension and Tristan da Cunha
SK Slovak Republic; SX Saint Martin (Dutch part); SY Syrian Arab Republic; SZ Eswatini; SZ Swaziland
TL East Timor; TR Turkey; TR Türkiye; TW Taiwan, Province of China; TW Taiwan, China; TZ United Republic of Tanzania
UM United States Minor Outlying Islands; US USA; US America; US United States of America; US United States (US)
US United States (USA); VA Holy See; VA Holy See (Vatican City State); VA Vatican; VE Bolivarian Republic of Venezuela
VI Virgin Islands of the United States; VN Viet Nam`;

/** The three-letter codes of countries (ISO 3166-1), each before its two-letter code. Node doesn't know them. */
const THREE_LETTERS = `
ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE
BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW
CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY
CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR
FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU
GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE
JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT
LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ
MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ
OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU
RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK
SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV
TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKKXK YEMYE
ZAFZA ZMBZM ZWEZW`;

const BRACKETS = /[([][^()[\]]*[)\]]/;

/** The maximum length of a name that is read, in characters. No country or territory has a longer name. */
const LONGEST = 100;

const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The two-letter codes of countries, by the normalized forms of their codes and names. Filled when it is first used.
 */
let known: Map<string, string> | undefined;

/** Returns the two-letter code for a country's code or name; undefined if the country isn't known. */
export function toCountryCode(text: string): string | undefined {
	known ??= readCountries();
	const short = text.slice(0, LONGEST);
	const code = known.get(short.trim().toUpperCase()) ?? known.get(toKey(short));
	if (code !== undefined || !BRACKETS.test(short)) return code;
	// Without the text in brackets, the two Koreas would have the same name, and so would the two Congos.
	const rest = short.replace(BRACKETS, ' ');
	return findCountries(rest).length === 1 ? known.get(toKey(rest)) : undefined;
}

/** Returns the codes of the countries with a name that contains all words of the text. */
export function findCountries(text: string): string[] {
	known ??= readCountries();
	const words = toWords(text.slice(0, LONGEST));
	const found = [...known].filter(([key]) => {
		const ofName = key.split(' ');
		return words.length > 0 && words.every((word) => ofName.includes(word));
	});
	return [...new Set(found.map(([, code]) => code))];
}

/** Returns the English name of a country by its two-letter code. */
export function getCountryName(code: string): string {
	return ENGLISH.of(code) ?? code;
}

function readCountries(): Map<string, string> {
	const codes = new Map<string, string>();
	const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
	for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
		const name = ENGLISH.of(code);
		if (name === undefined) continue;
		// A former country's code is replaced by its current code, e.g. DD by DE.
		const present = new Intl.Locale(`und-${code}`).region ?? code;
		for (const one of [code, name, name.replace(BRACKETS, '')]) codes.set(toKey(one), present);
	}
	// In capitals, because AND (Andorra) has no normalized form.
	for (const pair of THREE_LETTERS.trim().split(/\s+/)) codes.set(pair.slice(0, 3), pair.slice(3));
	for (const line of OTHER_NAMES.trim().split(/[\n;]\s*/)) {
		codes.set(toKey(line.slice(3)), line.slice(0, 2));
	}
	return codes;
}

/**
 * Returns the normalized form of a name, which is the same for all its spellings. It ignores word order, accents,
 * punctuation, and 'the'.
 */
function toKey(name: string): string {
	return toWords(name).sort().join(' ');
}

const LEFT_OUT = ['', 'the', 'and', 'of'];

function toWords(name: string): string[] {
	const plain = name
		.normalize('NFKD')
		.replace(/[\p{M}.'’]/gu, '')
		.toLowerCase();
	const words = plain.replace(/\bsaint\b/g, 'st').split(/[^\p{L}\d]+/u);
	return words.filter((word) => !LEFT_OUT.includes(word));
}
