import { REMEMBERED } from '#contract/theme'
import { keepActs } from './early-acts.ts'

// Runs before anything of a page is seen: in a theme that its reader has turned away from it would blind them.
const chosen = localStorage.getItem(REMEMBERED.chosen)
if (chosen !== null) document.documentElement.dataset.theme = chosen
keepActs()
