import { createContext } from 'react'
import type { Resource } from '#contract/resource'

/** One breadcrumb of a page; without a link it is plain text. */
export interface Crumb {
  name: string
  to?: string
}

/** What the page on screen tells the shell about itself. */
export interface PageFacts {
  /** Its heading; empty until there is one. */
  title: string
  crumbs: readonly Crumb[]
  /** The thing the page is about: actions named in the address run on it. */
  subject: Resource | null
}

/** How a page tells the shell; the shell provides it. */
export const PageContext = createContext<(facts: PageFacts) => void>(() => {})
