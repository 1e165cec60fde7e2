import { describePages } from './pages.ts'

describePages('projects, requirements and the registry', {
  operator: {
    kept: [
      ...['/projects', '/projects/P101', '/projects/P001', '/projects/P101?action=Comment'],
      ...['/credit-requirements', '/credit-requirements/R001', '/credit-requirements/R120'],
      ...['/project-group/PG01', '/credit-requirement-group/RG01', '/search/meadow'],
      ...['/registry/projects', '/registry/credit-requirements', '/registry/credits', '/registry/reserve'],
    ],
    others: [
      '/projects?q=nothing-has-this-name',
      '/registry/credits?on=2026-01-01&holding=unsold',
      '/search',
      '/projects/nowhere',
      '/nothing-here',
    ],
  },
})
