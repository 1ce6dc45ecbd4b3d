/** The output of `npm run build`: a `ServerBuild` of React Router. */
declare module '#build/server/index.js'
