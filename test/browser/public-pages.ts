/** The pages that anybody reads, drawn on the server: each is looked at in every theme and width, and without scripts. */
export const PUBLIC_PAGES = [
  '/',
  '/how-it-works',
  '/practice',
  '/practice?example=fixed-term',
  '/register',
  '/register?q=somerset',
  '/register/projects?creditType=Biodiversity',
  '/register/requirements',
  '/register/credits',
  '/register/balance',
  '/glossary',
  '/accessibility',
  '/privacy',
  '/terms',
  '/contact',
  '/practice/last-round',
]
