import { undisguised } from './disguise.ts'

/** The text under a message with contact details, for both sides, until a rental of the listing was confirmed. */
export const contactNotice = (siteName: string) => ({
  english:
    `Keep talking and paying on ${siteName} until your rental is confirmed. We can’t help with what ` +
    'is agreed or paid elsewhere.',
  filipino: `Dito muna mag-usap at magbayad hangga’t hindi pa kumpirmado ang rental.`,
})

export type ContactKind = 'phone' | 'email' | 'messenger' | 'payment'

const numberWords: Record<string, string> = {
  zero: '0', sero: '0', oh: '0', one: '1', isa: '1', uno: '1', two: '2', dalawa: '2', dos: '2', three: '3',
  tatlo: '3', tres: '3',
  four: '4', apat: '4', kwatro: '4', kuwatro: '4', five: '5', lima: '5', singko: '5', six: '6', anim: '6',
  sais: '6', seven: '7',
  pito: '7', siyete: '7', syete: '7', eight: '8', walo: '8', otso: '8', nine: '9', siyam: '9', nwebe: '9', nuwebe: '9',
} // oxfmt-ignore
const numberWord = new RegExp(
  String.raw`(?<![\p{L}])(?:${Object.keys(numberWords).join('|')})(?!\p{L})`,
  'giu',
)

/** What may stand between the digits of a number: a few signs, no letters. */
const gap = String.raw`[\s.\-()/_*~,|]{0,3}`
const digits = (n: number) => String.raw`(?:${gap}\d){${n}}`
const country = String.raw`(?:\+?${gap}6${gap}3|0${gap}0${gap}6${gap}3|[0o])`
const phones = [
  // 0917 123 4567, +63 917-123-4567, 0.9.1.7.1.2.3.4.5.6.7
  new RegExp(String.raw`(?<![\d\p{L}])${country}${gap}9${digits(9)}(?!\d)`, 'iu'),
  // 917 123 4567
  /(?<![\d.,₱-])9\d{2}[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/u,
  // (02) 8123 4567, (032) 123 4567
  new RegExp(String.raw`(?<![\d\p{L}])\(?(?:\+?63|0)${gap}2${gap}[3-9]\d{3}[\s.-]?\d{4}(?!\d)`, 'iu'),
  new RegExp(String.raw`(?<![\d\p{L}])\(?(?:\+?63|0)${gap}[3-8]\d${gap}\d{3}[\s.-]?\d{4}(?!\d)`, 'iu'),
]
const dates = /(?<!\d)(?:\d{1,2}[/-]\d{1,2}[/-](?:19|20)?\d{2}|(?:19|20)\d{2}[/-]\d{1,2}[/-]\d{1,2})(?!\d)/gu

/** A whole word, or one of several. */
const word = (words: string) => String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`
const few = String.raw`(?:\s+[^\s.!?]+){0,5}?\s+`
const pattern = (source: string) => new RegExp(source, 'iu')

const emails = [
  /[\p{L}\p{N}_%+-][\p{L}\p{N}._%+-]{0,63}\s?@\s?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u,
  pattern(
    String.raw`(?:@|${word('at|sa')})\s?(?:gmail|yahoo|ymail|hotmail|outlook|icloud|proton(?:mail)?)(?![\p{L}])`,
  ),
  pattern(
    String.raw`${word(
      "your|ur|my|what(?:’|')?s|ano|anong|pahingi|penge|send " + 'me',
    )}(?:\s+(?:po|ng|ang|ba|your|ur|yung))*\s+e-?mail`,
  ),
  pattern(String.raw`${word('e-?mail')}\s+(?:mo|nyo|niyo|ko|me|ako|mo ako|address)(?!\p{L})`),
]

const app = 'messenger|fb|facebook|ig|insta|instagram|discord|skype|snapchat|tiktok|signal|line|tg|wa'
const messengers = [
  pattern(word('viber|telegram|whats\\s?app|wechat|imo app')),
  pattern(
    String.raw`${word(
      'add|dm|pm|msg|message|chat|usap|lipat|contact|reach|find|search|hanap|hanapin|look me ' +
        'up|follow|mag-?chat|mag-?usap|i-?add',
    )}${few}(?:(?:sa|on|in|via|thru|through|at|my|your)\s+){1,2}${word(app)}(?!\s+bag)`,
  ),
  pattern(
    String.raw`${word(
      "may|meron|ano|anong|what(?:’|')?s|do you " + 'have|got|pahingi|penge|hingi',
    )}(?:\s+(?:po|ng|ang|ba|bang|ka|kang|kayo|your|ur|a|yung)){0,4}\s+${word(app.replace('|line', ''))}(?!\s+bag)`,
  ),
  pattern(
    String.raw`${word(app.replace('|line', '').replace('|signal', ''))}\s*(?:ko|mo|nyo|niyo|name|account|acct|acc|id|handle|:|=|@)`,
  ),
  pattern(
    String.raw`${word('pm|dm')}\s+(?:me|ako|mo|mo ako|nyo|kita|tayo|is the key|na lang|nalang)(?!\p{L})`,
  ),
  // A name with an underscore, a digit or a full stop inside: `@ayala` is a place, so it does not match.
  /(?<![\p{L}\p{N}@._])@(?=\p{L})(?=[\p{L}._]*(?:[\d_]|\.\p{L}))[\p{L}\p{N}_.]{4,32}/iu,
]

const asksForNumber = [
  pattern(
    String.raw`${word('phone|cell|cellphone|cp|mobile|contact|selpon|telepono')}\s*(?:number|num|no|nos|#|details|info)(?!\p{L})`,
  ),
  pattern(
    String.raw`${word(
      "what(?:’|')?s|what is|give me|send me|share|pahingi|penge|hingi|ano|anong|bigay " +
        'mo|can i (?:get|have)|may i have',
    )}(?:\s+(?:po|ng|ang|ba|naman|your|ur|yung|iyong|inyong|the)){0,4}\s+${word('number|num|cp|contact|cellphone|selpon')}(?!\s+(?:of|ng|for|sa))`,
  ),
  pattern(
    String.raw`(?<!${word('order|unit|room|house|serial|model|tracking|reference|plate|booking|rental|receipt|block|lot')}\s)${word('number|cp')}\s+(?:mo|nyo|niyo|ninyo|ko)(?!\p{L})`,
  ),
  pattern(
    String.raw`${word('text|txt|itext|i-text|tawagan|tawag|tumawag')}\s+(?:(?:mo|nyo|niyo|ka|po|lang|na)\s+){0,2}(?:me|ako|us|kami|sa akin|sakin)(?!\p{L})`,
  ),
  pattern(String.raw`${word('call|ring')}\s+me\s+(?:at|on|sa|nalang|na lang|instead|directly|here)(?!\p{L})`),
]

const wallet =
  'g-?\\s?cash|gkash|paymaya|maya|grab\\s?pay|paypal|coins\\.?ph|bpi|bdo|unionbank|metrobank|landbank|' +
  'instapay|pesonet|palawan|cebuana|western ' +
  'union|bank (?:account|acct|transfer|deposit)'
const payments = [
  pattern(
    String.raw`${word(wallet)}\s*(?:number|num|no|#|acct|account|name|qr|ko|mo|nyo|niyo|na lang|nalang|muna|direct|directly|:)(?![\p{L}\d])`,
  ),
  pattern(
    String.raw`${word(
      'send|padala|padalhan|ipadala|magpadala|pasend|pa-send|i-?send|transfer|i-?transfer|deposit|' +
        'i-?deposit|hulog|ihulog|hulugan|dp|down\\s?payment|reservation ' +
        'fee|advance|pay me|bayaran mo ako',
    )}${few}${word(wallet)}`,
  ),
  pattern(word('i-?gcash|pa-?gcash|mag-?gcash|mag-?maya')),
  pattern(
    String.raw`${word('pay|pays|paying|bayad|magbayad|transact|deal')}${few}${word(
      'outside|directly|off the ' + '(?:app|site|platform)|sa labas|direct',
    )}`,
  ),
  pattern(
    String.raw`${word(
      'outside|sa labas ng|without|wag na ' + 'sa|huwag na sa|off',
    )}\s+(?:(?:of|the|this|ng|na|po)\s+)*${word(
      'hiram|app|site|website|platform|fee|fees|service ' + 'fee',
    )}`,
  ),
  pattern(
    String.raw`${word('iwas|avoid|skip|walang|tipid sa|save')}\s+(?:(?:the|sa|on|ang)\s+)*${word('fee|fees|service fee|hiram fee')}`,
  ),
]

const kinds: [ContactKind, readonly RegExp[]][] = [
  ['email', emails],
  ['payment', payments],
  ['messenger', messengers],
  ['phone', asksForNumber],
]

/**
 * Which way of contact outside the site, or of direct payment, a text offers or asks for, in English or Filipino; null
 * when there is none. It may miss what someone hides well: the result only adds a note, and blocks nothing.
 * ### Example `Text mo ako, 0917 123 4567` is `phone`, `May Viber ka?` is `messenger`, `Can I pay with GCash?` is
 * null.
 */
export function contactIn(text: string): ContactKind | null {
  const plain = undisguised(text)
  const dialled = plain
    .replaceAll(numberWord, (spoken) => numberWords[spoken.toLowerCase()]!)
    .replaceAll(dates, ' – ')
  if (phones.some((phone) => phone.test(dialled))) return 'phone'
  return kinds.find(([, patterns]) => patterns.some((each) => each.test(plain)))?.[0] ?? null
}
