package provider

// Version is the version of the provider, its schema and its SDKs. It is set here and nowhere else.
const Version = "0.1.0"
