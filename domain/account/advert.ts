/** Endings of web addresses: a dot and one of them make an address. The last names Sy, Uy, Co and Ng are left out. */
const endings =
  'com|net|org|info|biz|edu|gov|xyz|top|site|shop|store|online|club|app|dev|link|click|live|pro|vip|bet|win|' +
  'fun|icu|one|work|' +
  'world|website|space|tech|agency|casino|games?|money|loans?|buzz|cyou|monster|mobi|asia|name|news|blog|' +
  'cloud|digital|media|' +
  'bank|claims|tv|ph|me|io|ly|gl|gg|cc|ws|tk|ml|gq|cf|ga|pw|su|ru|cn|in|id|my|sg|hk|vn|jp|kr|uk|us|ca|au|nz|' +
  'de|fr|it|es|nl|pl|eu|ch|br|mx'
const www = String.raw`(?<![\p{L}\p{N}])www`
const address = new RegExp(String.raw`${www}|https?:|//|@|[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}])`, 'iu')
const addressAtEnd = new RegExp(String.raw`${www}|[\p{L}\p{N}]\.(?:${endings})$`, 'iu')
/**
 * Two words joined by a dot, which a mail program may take for an address. `Ma.Luisa`, `Sto.Domingo` and `J.Cruz`
 * count as names; `j.cr` does not.
 */
const joined =
  /(?<!\p{L})(?!(?:[Mm]a|[Ss]t[oa]?|[Dd]r|[JjSs]r|[Ff]r|[Ee]ngr|[Aa]tty|\p{L})\.\p{Lu}\p{L}{2})[\p{L}\p{M}'’-]+\.\p{L}{2,}/u
const digits = /\d(?:[ .-]?\d){4,}/
/** Mobile numbers of the Philippines, and texts of nothing but digits. */
const phone = /(?<!\d)(?:0|63)9\d{9}(?!\d)|^\d{7,}$/

/**
 * Whether a text given as a person's name contains a web address or a phone number. Names appear in mails to
 * strangers, so such a name would advertise.
 * ### Example `Visit evil.com`, `WWW Pills` and `Ana 0917 123 4567` do; `Ma. Luisa`, `J.R. Cruz` and `O’Brien` don't.
 */
export function isNameAdvert(name: string): boolean {
  const plain = name.normalize('NFKC')
  return address.test(plain) || joined.test(plain) || digits.test(plain)
}

/** As `isNameAdvert`, for a username: its words may be joined by dots, and it may contain a year or another number. */
export function isUsernameAdvert(username: string): boolean {
  return addressAtEnd.test(username) || phone.test(username.replaceAll(/[._-]/g, ''))
}

/** The message beside a name that is refused as an advert. */
export const noAdvert = (label: string) =>
  `${label} can’t be a web address, an email or a phone number. After a dot, please leave a space: Ma. Luisa.`
