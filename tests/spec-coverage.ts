/** `npm run spec-coverage` prints each sentence of docs/spec.md with the tests that prove it, as a Markdown table. */
import { specSentences, specTags } from './support/spec.ts'

const tags = specTags()
const cell = (text: string) => text.replaceAll('|', '\\|')

console.log('| id | what the product has to do | tests |\n| --- | --- | --- |')
for (const { id, text, later } of specSentences()) {
  const tests = tags.filter(({ ids }) => ids.includes(id)).map(({ file, title }) => `\`${file}\` “${title}”`)
  console.log(`| ${id} | ${cell(text)} | ${cell(later ? `Later: ${later}` : tests.join('; '))} |`)
}
