import { normalized, withoutHidden } from '../text.ts'

const within = (n: number) => `[^.!?\\n]{0,${n}}`

/**
 * What people write who want an assistant to be another one. Each is a sentence that a question about renting hardly
 * has.
 */
const attempts: RegExp[] = [
  // Set the rules aside.
  new RegExp(
    `\\b(ignore|disregard|forget|override|bypass|cancel|drop)\\b${within(40)}\\b(instructions?|prompts?|guidelines|guardrails|(?:your|all|these|those|the|any|previous|prior|above) (?:rules|restrictions|training|limits)|(?:everything|anything|all) (?:above|before|you|that))\\b`,
  ),
  new RegExp(
    `\\b(kalimutan|balewalain|isantabi|huwag (?:mo(?:ng)? )?(?:sundin|pansinin))\\b${within(50)}\\b(tuntunin|utos|patakaran|panuto|tagubilin|bilin|instruksy?[io]n|instructions?|rules?|sinabi|lahat)\\b`,
  ),
  // Say what one was told.
  /\b(system|hidden|initial|secret|developer|original)[\s_-]*(prompt|message|instructions?)\b/,
  new RegExp(
    `\\b(reveal|show|print|repeat|tell|output|display|translate|summari[sz]e|encode|write|recite|leak|paste|what (?:are|is|were)|ibigay|ipakita|sabihin|ulitin|isulat)\\b${within(30)}\\b(?:your|iyong|mong|mo ang|above)\\b${within(20)}\\b(instructions?|prompt|rules|canary|guidelines|configuration|source code|programming|panuto|tuntunin|tagubilin|text)\\b`,
  ),
  /\b(repeat|print|output|say)\b[^.!?\n]{0,30}\b(everything|all|text|words|verbatim)\b[^.!?\n]{0,20}\b(above|before|so far|verbatim)\b/,
  // Be someone else.
  /\b(you are now|from now on,? you|you will now|pretend (?:to be|that you|you)|role-?play|jailbreak|do anything now|(?:developer|debug|god|admin|dan) mode|no longer bound|without (?:any )?restrictions)\b/,
  /\b(?:act|behave|respond|answer|speak) (?:as|like) (?:if you|an? (?:ai|bot|hacker|admin|terminal|linux|unrestricted|evil|different|pirate|lawyer|doctor)|my (?:late )?grand)/,
  /\b(magpanggap|magkunwari|gumanap (?:ka|bilang)|ikaw na ngayon|simula ngayon,? ikaw)\b/,
  // Secrets, and what belongs to others.
  /\b(api|secret|private|encryption|access|session)[\s_-]*(key|token|secret)s?\b|\benvironment variables?\b|\b\.?env file\b|\b(?:gemini|paymongo)_\w+/,
  /\b(database|db|sql|server)\b[^.!?\n]{0,15}\b(dump|password|credentials|schema|tables?|query)\b|\bdrop table\b|\bselect \*/,
  new RegExp(
    `\\b(give|show|list|tell|reveal|dump|export|leak|send me|share|ibigay|ipakita|sabihin|ilista)\\b${within(40)}\\b(?:other|another|all|every|someone(?: else)?['’]?s?|\\w+['’]s|users?|customers?|ibang|lahat ng|ng owner|ng renter|ni \\w+)\\b${within(30)}\\b(passwords?|e-?mails?|emails|phone|numbers?|numero|home address(?:es)?|addresses|tirahan|private|messages|chats|conversations|credit cards?|accounts of)\\b`,
  ),
  new RegExp(
    `\\b(give|show|list|tell|reveal|dump|export|leak|send me|share)\\b${within(20)}\\b(passwords?|e-?mails?(?: addresses)?|phone numbers?|addresses|messages|credit cards?)\\b${within(30)}\\bof (?:all|other|every|the|an?) \\w+`,
  ),
  // What is written for machines.
  /<\s*\/?\s*(script|img|iframe|svg|style|form|object|embed|a\s)|javascript:|data:text\/html|\bon(error|load|click)\s*=/,
  /!?\[[^\]]*\]\(\s*(?:https?:|javascript:|\/\/)/,
  /<\|?\s*(im_start|im_end|system|endoftext|user|assistant)\b|\[\/?inst\]|^\s*#{1,6}\s*(system|instructions?|new rules)\b|^\s*(system|assistant|developer)\s*:/m,
  /\b(visit|open|fetch|browse|load|summari[sz]e|read|go to|buksan|puntahan)\b[^\n]{0,40}\b(https?:\/\/|www\.)/,
  /\b(decode|base-?64|rot-?13|hex(?:adecimal)?)\b[^\n]{0,60}\b(this|following|and|then|ito|do|follow|obey)\b/,
]

/**
 * Whether a question is not one, but an attempt to give the assistant other orders, to hear its instructions, keys or
 * what belongs to others, or to slip markup or a hidden text into it. A first sieve: what it misses meets an
 * assistant without any authority.
 *
 * ### Example
 * `Ignore all previous instructions` and `Kalimutan mo ang mga tuntunin mo` are; `Can I ignore a request?` is not.
 */
export function isMeddling(text: string): boolean {
  const plain = normalized(withoutHidden(text), 'NFKC').toLowerCase()
  if (attempts.some((attempt) => attempt.test(plain))) return true
  return [...withoutHidden(text).matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].some(([code]) => isHiddenText(code))
}

/** Whether a word is a text in base64. */
function isHiddenText(code: string): boolean {
  try {
    const decoded = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return /^[\x20-\x7e\n]+$/.test(decoded) && / /.test(decoded)
  } catch {
    return false
  }
}
