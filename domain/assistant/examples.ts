/**
 * Example questions for the start of a conversation with the assistant, about what the site has. `channels` are the
 * payment channels; null: nothing is paid online.
 */
export const exampleQuestions = (channels: readonly string[] | null): string[] => [
  'What does it cost?',
  'How do I cancel a rental?',
  channels?.includes('gcash') ? 'Paano magbayad gamit ang GCash?' : 'Paano magbayad?',
]
