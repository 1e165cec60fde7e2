import { lookAt } from './pages.ts'

lookAt('projects, requirements and the registry', {
  operator: [
    '/projects',
    '/projects?q=nothing-has-this-name',
    '/projects/P101',
    '/projects/P001',
    '/credit-requirements',
    '/credit-requirements/R120',
    '/project-group/PG01',
    '/credit-requirement-group/RG01',
    '/registry/credits',
    '/registry/credits?on=2026-01-01&holding=unsold',
    '/registry/reserve',
    '/registry/projects',
    '/registry/credit-requirements',
    '/search',
    '/search/meadow',
    '/projects/nowhere',
    '/nothing-here',
  ],
})
