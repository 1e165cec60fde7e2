import { BROWSER_STORAGE_KEYS } from '#contract/people/theme'
import { recordActionsBeforeHydration } from './early-acts.ts'

// Runs before anything of the page is painted: a flash of the wrong theme would dazzle readers of the dark one.
const chosen = localStorage.getItem(BROWSER_STORAGE_KEYS.chosen)
if (chosen !== null) document.documentElement.dataset.theme = chosen
recordActionsBeforeHydration()
