import { keepActs } from './early-acts.ts'
import { remembered } from './shell/theme.ts'

// Runs before anything of a page is seen: in a theme that its reader has turned away from it would blind them.
const chosen = remembered()
if (chosen !== null) document.documentElement.dataset.theme = chosen
keepActs()
