// Package canonical compares property values by what they mean.
//
// A user's value and the server's can differ in spelling and mean the same: 1Gi and 1024Mi, a set in another order,
// an instant in another time zone, an explicit false. [Form] gives every value one spelling, by the table of fields.
// It is for comparing only and never shown: [Diff] reports where two values differ in meaning, at the paths that they
// have as written, and [Respell] gives a value from the server the spelling that the program used where the meaning
// is the same.
//
// All of it works on property values, so that unknown and secret marks survive. With x and y any values of a field:
//
//	Form(Form(x)) = Form(x)
//	Diff(x, y) is empty exactly when Form(x) = Form(y)
//	Respell(x, x) = x
//	Form(Respell(x, y)) = Form(y)
package canonical
