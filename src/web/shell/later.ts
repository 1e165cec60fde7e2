// What every page of somebody signed in has sooner or later, but none waits for: what unfolds menus and explains words
// brings much of React Aria with it, and the feed of changes all nouns. One file, so that it is asked for once.
export { ChangeFeed } from '../api-events.ts'
export { MenuOfLinks } from '../parts/menu-of-links.tsx'
export { TermButton } from '../parts/term-button.tsx'
export { UserMenu } from './user-menu.tsx'
