/** Label of the link to the inbox: `Inbox: 2 to do, 3 unread`. */
export const inboxLabel = (toDo: number, unread: number): string => {
  const counts = [...(toDo > 0 ? [`${toDo} to do`] : []), ...(unread > 0 ? [`${unread} unread`] : [])]
  return counts.length === 0 ? 'Inbox' : `Inbox: ${counts.join(', ')}`
}

/** Number of options in the palette, for screen readers. */
export const optionCountText = (count: number): string => (count === 1 ? '1 option' : `${count} options`)

/** Option of the palette that opens the page with all search results. */
export const allResultsText = (term: string): string => `All results for “${term}”`

const whenText = (seconds: number): string => {
  if (seconds > 90) return 'in two minutes'
  return seconds > 45 ? 'in a minute' : 'in less than a minute'
}

/** Warning before a session ends; `canStay` if any key extends it. */
export const sessionEndText = (seconds: number, canStay: boolean): string =>
  canStay
    ? `You have not done anything for a while, so you will be signed out ${whenText(seconds)}. Your answers in open forms are saved as drafts. Press any key to stay signed in.`
    : `You signed in twelve hours ago, so you will be signed out ${whenText(seconds)}. Your answers in open forms are saved as drafts.`
