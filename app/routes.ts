import { type RouteConfig, index, route } from '@react-router/dev/routes'

export default [index('routes/home/home.tsx'), route('styleguide', 'routes/pages/styleguide.tsx')] satisfies RouteConfig
