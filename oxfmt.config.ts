import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 110,
  trailingComma: 'all',
  sortPackageJson: false,
  ignorePatterns: ['package-lock.json', 'public/avatars'],
})
