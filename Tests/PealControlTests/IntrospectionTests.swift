import DBus
import PealControl
import Testing

/// The interface as callers see it: golden text, since others program against it.
struct IntrospectionTests {
  @Test func theInterfaceIsAsPromised() {
    #expect(Alerts1.description.xml + "\n" == Self.golden)
  }

  static let golden = """
      <interface name="org.peal.Alerts1">
        <method name="Post">
          <arg name="summary" type="s" direction="in"/>
          <arg name="body" type="s" direction="in"/>
          <arg name="options" type="a{sv}" direction="in"/>
          <arg name="id" type="u" direction="out"/>
        </method>
        <method name="PostMany">
          <arg name="alerts" type="a(ssa{sv})" direction="in"/>
          <arg name="results" type="a(uss)" direction="out"/>
        </method>
        <method name="Wait">
          <arg name="id" type="u" direction="in"/>
          <arg name="ending" type="a{sv}" direction="out"/>
        </method>
        <method name="Update">
          <arg name="id" type="u" direction="in"/>
          <arg name="changes" type="a{sv}" direction="in"/>
          <arg name="found" type="b" direction="out"/>
        </method>
        <method name="Withdraw">
          <arg name="id" type="u" direction="in"/>
          <arg name="found" type="b" direction="out"/>
        </method>
        <method name="WithdrawTop">
          <arg name="id" type="u" direction="out"/>
        </method>
        <method name="Activate">
          <arg name="id" type="u" direction="in"/>
          <arg name="found" type="b" direction="out"/>
        </method>
        <method name="Snooze">
          <arg name="id" type="u" direction="in"/>
          <arg name="milliseconds" type="x" direction="in"/>
          <arg name="found" type="b" direction="out"/>
        </method>
        <method name="Answer">
          <arg name="id" type="u" direction="in"/>
          <arg name="key" type="s" direction="in"/>
          <arg name="found" type="b" direction="out"/>
        </method>
        <method name="Clear">
          <arg name="filter" type="a{sv}" direction="in"/>
          <arg name="count" type="u" direction="out"/>
        </method>
        <method name="List">
          <arg name="filter" type="a{sv}" direction="in"/>
          <arg name="alerts" type="aa{sv}" direction="out"/>
        </method>
        <method name="History">
          <arg name="filter" type="a{sv}" direction="in"/>
          <arg name="alerts" type="aa{sv}" direction="out"/>
        </method>
        <method name="Pause">
          <arg name="options" type="a{sv}" direction="in"/>
          <arg name="paused" type="b" direction="out"/>
        </method>
        <method name="Release">
          <arg name="name" type="s" direction="in"/>
          <arg name="released" type="b" direction="out"/>
        </method>
        <method name="Reload">
          <arg name="errors" type="as" direction="out"/>
        </method>
        <method name="Describe">
          <arg name="facts" type="a{sv}" direction="out"/>
        </method>
        <method name="Stop"/>
        <signal name="Changed">
          <arg name="id" type="u"/>
          <arg name="stage" type="s"/>
          <arg name="details" type="a{sv}"/>
        </signal>
        <property name="Version" type="s" access="read"/>
        <property name="Waiting" type="u" access="read"/>
        <property name="Shown" type="u" access="read"/>
        <property name="Paused" type="b" access="read"/>
        <property name="Server" type="s" access="read"/>
      </interface>

    """
}
